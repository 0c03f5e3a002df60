#!/usr/bin/env python3
"""Counts the functions and closures of the core that one action with one mutation runs, with the compiler's coverage counters.

    .ci/count-path.py           prints the picture: the functions by file
    .ci/count-path.py --check   fails if there are more functions or files than LIMITS, or if the picture in
                                Documentation/Architecture.md is another one

Two programs are compared: one makes a scene, the other also executes an action and awaits it. SCRATCH names the folder for
what is built (default: .build).
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("SCRATCH", ROOT / ".build")).absolute() / "path"
PAGE = ROOT / "Documentation/Architecture.md"
LIMITS = {"functions": 80, "files": 15}
PROGRAM = """\
import CIS

enum Counter: SceneDefinition {
    enum Action: Sendable { case plusTapped }
    enum UseCase: Sendable { case add }
    enum Mutation: Sendable { case added }
    struct State: SceneState {
        struct DomainState: Sendable { var total = 0 }
        var domainState = DomainState()
    }
}

final class CounterStore: SceneStore<Counter>, Store {
    nonisolated static func mutate(_ state: inout Counter.State, by mutation: Counter.Mutation) {
        state.domainState.total += 1
    }
}

final class CounterInteractor: SceneInteractor<Counter>, Interactor {
    func perform(_ useCase: Counter.UseCase) async { store.execute(.added) }
}

final class CounterController: SceneController<Counter>, Controller {
    func handle(_ action: Counter.Action) async { await interactor.execute(.add) }
}

@main @MainActor struct Program {
    static func main() async {
        let store = CounterStore(Counter.State())
        let controller = CounterController(interactor: CounterInteractor(store: store), store: store)
        let scene = SceneRuntime<Counter>(controller: controller, store: store)
        if CommandLine.arguments.count > 1 { await scene.execute(.plusTapped).value }
        withExtendedLifetime(scene) {}
    }
}
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def tool(name):
    """A tool of the toolchain. Another LLVM in PATH may not read what the compiler writes."""
    found = pathlib.Path(shutil.which("swiftc")).resolve().parent / name
    return [found] if found.exists() else ["xcrun", name]


def build(optimization):
    folder = SCRATCH / optimization
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Program.swift").write_text(PROGRAM)
    flags = ["-swift-version", "6", optimization, "-wmo", "-parse-as-library", "-package-name", "swift-cis",
             "-profile-generate", "-profile-coverage-mapping", *(["-D", "DEBUG"] if optimization == "-Onone" else [])]
    sources = sorted(file for file in (ROOT / "Sources/CIS").rglob("*.swift") if "CIS.docc" not in file.parts)
    run("swiftc", *flags, "-module-name", "CIS", "-emit-module", "-emit-library", "-static",
        "-emit-module-path", folder / "CIS.swiftmodule", "-o", folder / "libCIS.a", *sources)
    run("swiftc", *flags, "-module-name", "Program", "-I", folder, folder / "Program.swift", folder / "libCIS.a",
        "-o", folder / "program")
    return folder


def counts(folder, *arguments):
    """How often each function of the core was run: (file, name) → count."""
    raw, merged = folder / "run.profraw", folder / "run.profdata"
    run(folder / "program", *arguments, env=dict(os.environ, LLVM_PROFILE_FILE=str(raw)))
    run(*tool("llvm-profdata"), "merge", raw, "-o", merged)
    report = json.loads(run(*tool("llvm-cov"), "export", "-instr-profile", merged, folder / "program",
                            stdout=subprocess.PIPE, text=True).stdout)
    found = collections.Counter()
    for function in report["data"][0]["functions"]:
        file = function["filenames"][0]
        if "/Sources/CIS/" in file:
            # A generic function has one place for all of its types. A closure counts as a function of its own.
            found[file.split("/Sources/CIS/")[1], tuple(function["regions"][0][:2])] += function["count"]
    return found


def body(file, place):
    """The name of the function whose body begins there; `{}` for a closure. `None` if no code in braces begins there: the
    compiler also counts initial values, and what is right of an `||`."""
    lines = (ROOT / "Sources/CIS" / file).read_text().split("\n")
    line, column = place
    if lines[line - 1][column - 1] != "{":
        return None
    before = re.sub(r"//[^\n]*", "", "\n".join(lines[:line - 1] + [lines[line - 1][:column - 1]]))
    start = re.split(r"[{}]", before)[-1]
    names = re.findall(r"\bfunc (\w+)|\b(init|deinit)\b|\bvar (\w+): [^=\n]*$", start)
    return "".join(names[-1]) if names else "{}"


def picture(ran):
    """The functions of each file, without closures. `-` marks those that run only in a debug build, `+` in a release build."""
    debug, release = ran["debug"], ran["release"]
    by_file = collections.defaultdict(list)
    for file, place in sorted(debug | release):
        mark = "" if (file, place) in debug & release else "-" if (file, place) in debug else "+"
        by_file[file] += [mark + body(file, place)] if body(file, place) != "{}" else []
    width = max(map(len, by_file)) + 2
    return "".join(
        line + "\n" for file, names in by_file.items()
        for line in textwrap.wrap(", ".join(dict.fromkeys(names)), 128, initial_indent="    " + file.ljust(width),
                                  subsequent_indent=" " * (width + 4)))


def main():
    ran, failed = {}, False
    for optimization, build_name in (("-Onone", "debug"), ("-O", "release")):
        folder = build(optimization)
        without, with_action = counts(folder), counts(folder, "action")
        ran[build_name] = {key for key, count in with_action.items() if count > without[key] and body(*key)}
        files = {file for file, _ in ran[build_name]}
        print(f"{build_name}: one action with one mutation runs {len(ran[build_name])} functions in {len(files)} files")
        failed |= len(ran[build_name]) > LIMITS["functions"] or len(files) > LIMITS["files"]
    drawn = picture(ran)
    if sys.argv[1:] != ["--check"]:
        print(drawn, end="")
    elif failed:
        sys.exit(f"error: more than {LIMITS['functions']} functions or {LIMITS['files']} files")
    elif drawn not in PAGE.read_text():
        sys.exit(f"error: {PAGE.relative_to(ROOT)}: the picture of what runs is not the one of .ci/count-path.py")


main()
