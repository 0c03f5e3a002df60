"""Checks the reference: every public symbol is documented, and every page with more than a few symbols lists them under headings
that were chosen for them. Arguments: the module, the folder of its symbol graph and, if it could be made, the folder of the reference."""

import json
import sys
from pathlib import Path

from markdown import ROOT

module = sys.argv[1]
symbols = Path(sys.argv[2])
# As many symbols can be seen at a glance, below the headings that the compiler chooses.
GLANCE = 8
problems = []

for graph in sorted(symbols.glob("*.symbols.json")):
    for symbol in json.loads(graph.read_text(encoding="utf-8"))["symbols"]:
        # A symbol that the compiler adds has no place in a file, or its identifier contains `::SYNTHESIZED::`. An extension of
        # another module's type is documented by its members.
        if (
            "location" not in symbol
            or "::SYNTHESIZED::" in symbol["identifier"]["precise"]
            or symbol["kind"]["identifier"] == "swift.extension"
        ):
            continue
        if not symbol.get("docComment", {}).get("lines"):
            file = Path(symbol["location"]["uri"].removeprefix("file://"))
            file = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
            line = symbol["location"]["position"]["line"] + 1
            problems.append(f"{file}:{line}: error: {'.'.join(symbol['pathComponents'])} is not documented")

if len(sys.argv) > 3:
    for page in sorted((Path(sys.argv[3]) / "data" / "documentation").rglob("*.json")):
        content = json.loads(page.read_text(encoding="utf-8"))
        title = content.get("metadata", {}).get("title", page.stem)
        if content.get("metadata", {}).get("role") == "collectionGroup" or content["metadata"].get("symbolKind") == "extension":
            continue  # made by the compiler for inherited members, and for what is added to types of other modules
        # These need no heading, and neither does what can be seen at a glance.
        chosen = ("Default Implementations", "Enumeration Cases", "Extended Modules")
        sections = [section for section in content.get("topicSections", []) if section["title"] not in chosen]
        if all(section.get("generated") for section in sections) and sum(len(section["identifiers"]) for section in sections) <= GLANCE:
            continue
        for section in sections:
            if section.get("generated"):
                names = ", ".join(name.rsplit("/", 1)[-1] for name in section["identifiers"])
                place = f"{title}.md" if title == module else f"Extensions/{title}.md"
                problems.append(f"Sources/{module}/{module}.docc/{place}:1: error: no heading chosen for {names}")

print("\n".join(problems), end="\n" if problems else "")
sys.exit(1 if problems else 0)
