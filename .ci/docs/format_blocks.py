"""Formats the Swift blocks of all articles as the check of the documentation wants them: see `swift-format.json` in
extract_snippets.py. Needs the folder that extract_snippets.py has written."""

import subprocess
import sys
from pathlib import Path

from markdown import ROOT, blocks, documented

scratch = Path(sys.argv[1])
for path in documented():
    name = str(path.relative_to(ROOT))
    lines = path.read_text(encoding="utf-8").split("\n")
    for block in reversed([block for block in blocks(path) if block.language == "swift"]):
        file = scratch / "blocks" / f"{name}.line{block.line}.swift"
        if not file.exists():
            continue
        subprocess.run(
            ["swift", "format", "-i", "--configuration", scratch / "swift-format.json", file], check=True)
        lines[block.line - 1 : block.line - 1 + len(block.lines)] = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")
