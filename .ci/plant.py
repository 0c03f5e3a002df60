#!/usr/bin/env python3
"""Plants defects one at a time, and checks that the tests find each one by a failing expectation.

    .ci/plant.py               all defects of .ci/defects.txt
    .ci/plant.py 12 40-60      these
    .ci/plant.py --check       only checks that the code of each defect is still there

A copy of the package gets all defects in one build, each behind its number, and the tests run once for each number.
SCRATCH names the folder for the copy and its build products (default: .build). LIMIT is the number of seconds after
which tests hang (default: 120), JOBS how many defects are tried at the same time (default: 1). TESTS are the tests to
run instead of those that the list names. defects.txt explains its form.
"""

import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("SCRATCH", ROOT / ".build")).absolute() / "planted"
PACKAGE = SCRATCH / "package"
LIMIT = int(os.environ.get("LIMIT", "120"))
JOBS = int(os.environ.get("JOBS", "1"))
EXPECTATION, CRASH, HANG, NOT_FOUND = "expectation", "CRASH", "HANG", "NOT FOUND"

# Each module of the copy gets this function. The environment is read once.
SWITCH = """\
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

private let plantedNumber = getenv("CIS_PLANTED").flatMap { Int(String(cString: $0)) } ?? 0

@usableFromInline func planted(_ number: Int) -> Bool { number == plantedNumber }
"""

# The last three are lists of lines.
Defect = collections.namedtuple("Defect", "number file tests right wrong equivalent")


def read_defects():
    """The defects of the list, by number."""
    defects, lines = {}, None
    for line in (ROOT / ".ci/defects.txt").read_text().splitlines():
        if match := re.fullmatch(r"(\d+) (\S+): (\S+)", line):
            lines = {"-": [], "+": [], "=": []}
            if int(match[1]) in defects:
                sys.exit(f"error: two defects have the number {match[1]}")
            defects[int(match[1])] = Defect(int(match[1]), match[2], match[3], *lines.values())
        elif lines and line[:2] in ("- ", "+ ", "= "):
            lines[line[0]].append(line[2:])
        elif line and not line.startswith("#"):
            sys.exit(f"error: defects.txt has a line of no form: {line}")
    for defect in defects.values():
        if not defect.right or not re.search(r"\bplanted\b", " ".join(defect.wrong)):
            sys.exit(f"error: defect {defect.number} needs the code as it is, and wrong code with the word `planted`")
    return defects


def plant(defects, file, text):
    """The text of a file with its defects. Blanks and line ends count as equal."""
    errors = []
    for defect in defects:
        right = " ".join(defect.right)
        pattern = r"\s+".join(re.escape(word) for word in right.split())
        count = len(re.findall(pattern, text))
        if count != 1:
            errors.append(f"error: defect {defect.number}: its code occurs {count} times in {file}: {right}")
            continue
        wrong = re.sub(r"\bplanted\b", f"planted({defect.number})", "\n".join(defect.wrong))
        text = re.sub(pattern, lambda _: wrong, text)
    return text, errors


def files_of_copy(defects):
    """What the copy contains: relative path → bytes."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = [path for path in listed.stdout.decode().split("\0") if path and (ROOT / path).is_file()]
    by_file = collections.defaultdict(list)
    for defect in defects:
        by_file[defect.file].append(defect)
    files, errors = {}, [f"error: there is no {file}" for file in by_file if file not in paths]
    for path in paths:
        files[path] = (ROOT / path).read_bytes()
        if path in by_file:
            text, found = plant(by_file[path], path, files[path].decode())
            errors += found
            files[path] = text.encode()
    if errors:
        sys.exit("\n".join(errors))
    for module in {path.split("/")[1] for path in by_file}:
        files[f"Sources/{module}/Planted.swift"] = SWITCH.encode()
    return files


def write_copy(files):
    """Writes what differs, so that a second build compiles only that."""
    for path in list(PACKAGE.rglob("*")):
        if path.is_file() and str(path.relative_to(PACKAGE)) not in files:
            path.unlink()
    for path, content in files.items():
        target = PACKAGE / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod((ROOT / path).stat().st_mode if (ROOT / path).exists() else 0o644)


def swift(*arguments):
    options = ["--package-path", str(PACKAGE), "--scratch-path", str(SCRATCH / "build")]
    return ["swift", arguments[0], *options, *arguments[1:]]


def test_command(tests):
    """The program of the tests, which starts in less time than SwiftPM, if there is one. (On macOS it is a bundle.)"""
    programs = [path for path in (SCRATCH / "build/debug").glob("*.xctest") if path.is_file()]
    program = [str(programs[0]), "--testing-library", "swift-testing"] if programs else swift("test", "--skip-build")
    return [*program, "--filter", tests]


def has_failed(log):
    return re.search(r"✘.*recorded an issue", log.read_text(errors="replace")) is not None


def run_tests(number, tests, limit=LIMIT):
    """Runs tests with a defect, or with none (0). Returns how they ended, and their output."""
    tests = os.environ.get("TESTS", tests)
    environment = dict(os.environ, CIS_PLANTED=str(number), SWIFT_BACKTRACE="enable=no")
    log = SCRATCH / f"{number}.log"
    with open(log, "wb") as output:
        run = subprocess.Popen(
            test_command(tests), stdout=output, stderr=output, env=environment, cwd=PACKAGE, start_new_session=True)
    end = time.monotonic() + limit
    while (status := run.poll()) is None and time.monotonic() < end and not has_failed(log):
        time.sleep(0.2)
    # What the tests have started ends with them. It is in their session, but Foundation gives each program a process group of its own.
    for pid in [run.pid, *(int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*"))]:
        with contextlib.suppress(ProcessLookupError):
            if os.getsid(pid) == run.pid:
                os.kill(pid, signal.SIGKILL)
    run.wait()
    text = log.read_text(errors="replace")
    if "Test run started" not in text or "Test run with 0 tests" in text:
        sys.exit(f"error: no test was run for {tests}:\n{text[-2000:]}")
    if status == 0:
        return NOT_FOUND, text
    return EXPECTATION if has_failed(log) else HANG if status is None else CRASH, text


def chosen(arguments, defects):
    if not arguments:
        return [defect for defect in defects.values() if not defect.equivalent]
    numbers = set()
    for argument in arguments:
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", argument)
        if not match:
            sys.exit(__doc__)
        numbers |= set(range(int(match[1]), int(match[2] or match[1]) + 1))
    return [defect for number, defect in defects.items() if number in numbers and not defect.equivalent]


def main():
    os.chdir(ROOT)
    os.environ.pop("SWIFTPM_BUILD_DIR", None)  # SwiftPM would prefer it to the scratch path.
    sys.stdout.reconfigure(line_buffering=True)
    defects = read_defects()
    files = files_of_copy(defects.values())
    if sys.argv[1:] == ["--check"]:
        return print(f"The code of all {len(defects)} defects is there.")
    todo = chosen(sys.argv[1:], defects)
    PACKAGE.mkdir(parents=True, exist_ok=True)
    write_copy(files)
    if subprocess.run(swift("build", "--build-tests")).returncode != 0:
        sys.exit("error: the copy with the defects does not build")
    ended, text = run_tests(0, "|".join(sorted({defect.tests for defect in todo})), 20 * LIMIT)
    if ended != NOT_FOUND:
        sys.exit(f"error: without a defect, tests end with a {ended}:\n{text[-4000:]}")
    count = collections.defaultdict(collections.Counter)
    pool = concurrent.futures.ThreadPoolExecutor(JOBS)
    for defect, (ended, _) in zip(todo, pool.map(lambda defect: run_tests(defect.number, defect.tests), todo)):
        count[defect.file.split("/")[1]][ended] += 1
        print(f"{defect.number:4} {ended:11} {defect.file}: {' '.join(defect.wrong)}")
    for room, ends in [*sorted(count.items()), ("all", sum(count.values(), collections.Counter()))]:
        others = "".join(f", {ends[end]} {end}" for end in (CRASH, HANG, NOT_FOUND) if ends[end])
        print(f"{room}: {ends[EXPECTATION]} of {sum(ends.values())} found by an expectation{others}")
    if ends[HANG] or ends[EXPECTATION] < 0.95 * sum(ends.values()):
        sys.exit("error: fewer than 95 % were found by an expectation, or one was found only by a hang")


main()
