#!/usr/bin/env python3
"""Counts the functions and closures of the core that one action with one mutation runs, with the compiler's coverage counters.

    .ci/count-path.py           prints the functions by file
    .ci/count-path.py --check   fails if there are more functions or files than LIMITS

Two programs are compared: one makes a scene, the other also executes an action and awaits it. SCRATCH names the folder for
what is built (default: .build).
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("SCRATCH", ROOT / ".build")).absolute() / "path"
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


def is_body(file, place):
    """Whether code in braces begins there. The compiler also counts initial values, and what is right of an `||`."""
    line, column = place
    return (ROOT / "Sources/CIS" / file).read_text().split("\n")[line - 1][column - 1] == "{"


def main():
    failed = False
    for optimization, build_name in (("-Onone", "debug"), ("-O", "release")):
        folder = build(optimization)
        without, with_action = counts(folder), counts(folder, "action")
        ran = sorted(key for key, count in with_action.items() if count > without[key] and is_body(*key))
        by_file = collections.Counter(file for file, _ in ran)
        print(f"{build_name}: one action with one mutation runs {len(ran)} functions in {len(by_file)} files")
        if len(sys.argv) < 2:
            for file, (line, _) in ran:
                text = (ROOT / "Sources/CIS" / file).read_text().split("\n")[line - 1]
                print(f"    {file}:{line}  {text.strip()[:90]}")
        failed |= len(ran) > LIMITS["functions"] or len(by_file) > LIMITS["files"]
    if failed and sys.argv[1:] == ["--check"]:
        sys.exit(f"error: more than {LIMITS['functions']} functions or {LIMITS['files']} files")


main()
