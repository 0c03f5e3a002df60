#!/usr/bin/env python3
"""Counts the lines of each screen, and how many of them belong to the pattern and not to football.

Counted are lines of code: no blank lines, comments, imports. Structure are the assembly, the controller, the frames of the other
parts (classes, protocols, `perform`, `mutate`, `sideEffects` and their outermost `switch`, with their closing lines), and the
frames of the vocabulary that only the pattern needs: the definition and `typealias Worker`.

Prints the tables of the README: the screens, and what draws them. With --check FILE it fails if the file has others.
"""
import re
import sys
from pathlib import Path

SCREENS = ["Login", "PlayerList", "PlayerAdd", "PlayerDetail", "PlayerEdit", "ConfirmPlayers", "Gather", "GatherFlow"]
# The files that draw a screen: its state for hosts, and its module of the page. All screens share the files of the flow.
PAGE = {
    "Login": ["login.js"], "PlayerList": ["player-list.js"], "PlayerAdd": ["player-add.js"], "PlayerDetail": ["player-detail.js"],
    "PlayerEdit": ["player-edit.js"], "ConfirmPlayers": ["confirm-players.js", "drag.js"], "Gather": ["gather.js", "time-picker.js", "alarm.js"],
    "GatherFlow": ["page.js", "stage.js", "frame.js", "dom.js", "fields.js", "dialog.js", "address.js", "status.js", "visit.js"],
}
FRAME = re.compile(
    r"^(package )?(final class|protocol|package protocol|enum \w+: SceneDefinition|extension \w+ \{)"
    r"|^    func (perform|sideEffects|policy|handle)\("
    r"|^    nonisolated static func mutate\("
    r"|^        switch (useCase|mutation|action) \{"
)
SINGLE = re.compile(r"^    package typealias Worker =|^        default: break$")


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
        yield f"| {screen} | {lines} | {frame} | {100 * frame // lines} % | {protocols} |"
    yield f"| all | {total[0]} | {total[1]} | {100 * total[1] // total[0]} % | {total[2]} |"


def script(file):
    """The lines of a module without blank lines, comments and imports."""
    text = re.sub(r"/\*\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith(("//", "import ")))


def front_ends(sources):
    total = [0, 0]
    for screen in SCREENS:
        shown = len(code(sources / "GatherApp" / "Bridge" / f"{screen}+Bridged.swift"))
        page = sum(script(sources / "GatherPage" / "Page" / name) for name in PAGE[screen])
        total = [total[0] + shown, total[1] + page]
        yield f"| {screen} | {shown} | {page} |"
    yield f"| all | {total[0]} | {total[1]} |"


def main():
    sources = Path(__file__).parent / "Sources"
    screens = ["| screen | lines | structure | share | protocols |", "|---|---|---|---|---|", *rows(sources / "GatherScenes")]
    drawn = ["| screen | state for hosts | page |", "|---|---|---|", *front_ends(sources)]
    readme = Path(sys.argv[sys.argv.index("--check") + 1]).read_text() if "--check" in sys.argv else None
    for table in ["\n".join(screens), "\n".join(drawn)]:
        print(table + "\n")
        if readme is not None and table not in readme:
            sys.exit("The table of the README is another one.")


main()
