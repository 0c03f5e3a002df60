"""The Markdown files of the repository and the fenced blocks in them."""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^(`{3,})(\S*)\s*$")
DIRECTIVE = re.compile(r"^<!-- compile: (.+?) -->$")


@dataclass
class Block:
    """A fenced block."""

    language: str
    line: int  # of its first line of content, counted from 1
    lines: list = field(default_factory=list)
    directive: str = ""  # of the comment above it: "alone", or "no (reason)"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def files():
    """The files that belong to the project, without the products of builds."""
    found = [p for p in ROOT.glob("*.md")]
    for folder in ("Documentation", "Sources", "Examples", "Tests"):
        found += [p for p in (ROOT / folder).rglob("*.md") if ".build" not in p.parts]
    return sorted(found)


def modules():
    """The libraries that have a reference, the core first."""
    return sorted(catalog.stem for catalog in (ROOT / "Sources").glob("*/*.docc"))


def documented():
    """The files whose code blocks are compiled."""
    places = [ROOT / "README.md", *(ROOT / "Documentation").rglob("*.md")]
    for catalog in (ROOT / "Sources").glob("*/*.docc"):
        places += catalog.rglob("*.md")
    return sorted(places)


def tutorial_files():
    """The Swift files that a reader of the tutorials has at their end, by name. Together they are one package."""
    found = {}
    contents = next((ROOT / "Sources/CIS/CIS.docc").glob("FirstSteps.tutorial"))
    for name in re.findall(r"tutorial: \"doc:(\w+)\"", contents.read_text(encoding="utf-8")):
        text = contents.with_name(f"{name}.tutorial").read_text(encoding="utf-8")
        for title, file in re.findall(r'@Code\(name: "(\w+\.swift)", file: ([\w.-]+)', text):
            found[title] = contents.parent / "Resources" / file
    return {title: file for title, file in found.items() if title != "Package.swift"}


def blocks(path):
    """The fenced blocks of a file, in order."""
    result, current, fence, directive = [], None, "", ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = FENCE.match(line)
        if current is None and match:
            fence = match.group(1)
            current = Block(match.group(2), number + 1, directive=directive)
            directive = ""
        elif current is not None and line.rstrip() == fence:
            result.append(current)
            current = None
        elif current is not None:
            current.lines.append(line)
        elif line.strip():
            found = DIRECTIVE.match(line.strip())
            directive = found.group(1) if found else ""
    return result


def prose(path):
    """The lines outside of fenced blocks, numbered from 1."""
    inside = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = FENCE.match(line)
        if not inside and match:
            inside = match.group(1)
        elif inside and line.rstrip() == inside:
            inside = ""
        elif not inside:
            yield number, line
