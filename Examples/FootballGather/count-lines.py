#!/usr/bin/env python3
"""Counts the lines of each screen, and how many of them belong to the pattern and not to football.

Counted are lines of code: no blank lines, comments, imports. Structure are the assembly, the controller, the frames of the other
parts (classes, protocols, `perform`, `mutate`, `sideEffects` and their outermost `switch`, with their closing lines), and the
frames of the vocabulary that only the pattern needs: the definition and `typealias Worker`.

Prints the table of the README, and the lines of what draws the screens. With --check FILE it fails if the file, or
the table of ComingFromVIPER, has others.
"""
import re
import sys
from pathlib import Path

SCREENS = ["Login", "PlayerList", "PlayerAdd", "PlayerDetail", "PlayerEdit", "ConfirmPlayers", "Gather", "GatherFlow"]
FRAME = re.compile(
    r"^(package )?(final class|protocol|package protocol|enum \w+: SceneDefinition|extension \w+ \{)"
    r"|^    func (perform|sideEffects|policy|handle)\("
    r"|^    nonisolated static func mutate\("
    r"|^        switch (useCase|mutation|action) \{"
)
SINGLE = re.compile(r"^    package typealias Worker =")


def code(file):
    lines = (line.rstrip() for line in file.read_text().splitlines())
    return [line for line in lines if line.strip() and not line.strip().startswith("//") and not re.match(r"^(package )?import ", line)]


def structure(file):
    lines = code(file)
    if file.stem.endswith(("Assembly", "Controller")):
        return len(lines)
    frames = sum(1 for line in lines if FRAME.match(line))
    closed_at_once = sum(1 for line in lines if FRAME.match(line) and line.endswith("}"))
    return 2 * frames - closed_at_once + sum(1 for line in lines if SINGLE.match(line))


def rows(folder):
    total = [0, 0, 0]
    for screen in SCREENS:
        files = sorted((folder / screen).glob("*.swift"))
        lines = sum(len(code(file)) for file in files)
        frame = sum(structure(file) for file in files)
        protocols = sum(1 for file in files for line in code(file) if re.match(r"^(package )?protocol ", line))
        total = [total[0] + lines, total[1] + frame, total[2] + protocols]
        yield screen, lines, frame, f"{100 * frame / lines:.0f} %", protocols
    yield "all", total[0], total[1], f"{100 * total[1] / total[0]:.0f} %", total[2]


def table(folder):
    """One column for each screen."""
    columns = list(zip(["screen", "lines", "structure", "share", "protocols"], *rows(folder)))
    lines = ["| " + " | ".join(map(str, cells)) + " |" for cells in columns]
    return "\n".join([lines[0], "|---" * len(columns[0]) + "|", *lines[1:]])


def script(file):
    """The lines of a module without blank lines, comments and imports."""
    text = re.sub(r"/\*\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith(("//", "import ")))


def front_ends(sources):
    """What draws the screens, without what is generated for the page."""
    shown = sum(len(code(sources / "GatherApp" / "Bridge" / f"{screen}+Bridged.swift")) for screen in SCREENS)
    page = sum(script(file) for file in (sources / "GatherPage" / "Page").glob("*.js") if file.name != "scenes.js")
    return f"{shown} lines of states for hosts, and {page} of the page"


def main():
    sources = Path(__file__).parent / "Sources"
    readme = Path(sys.argv[sys.argv.index("--check") + 1]).read_text() if "--check" in sys.argv else None
    for part in [table(sources / "GatherScenes"), front_ends(sources)]:
        print(part + "\n")
        if readme is not None and part not in readme:
            sys.exit("The README has other numbers.")
    if readme is not None:
        article = (Path(__file__).resolve().parents[2] / "Sources/CIS/CIS.docc/ComingFromVIPER.md").read_text()
        for screen, lines, frame, _, protocols in rows(sources / "GatherScenes"):
            row = re.search(rf"^\| {screen} \|.*", article, re.M)
            if screen in ("PlayerAdd", "Gather") and not (row and row[0].endswith(f" {lines} | {frame} | {protocols} |")):
                sys.exit(f"ComingFromVIPER has other numbers for {screen}.")


main()
