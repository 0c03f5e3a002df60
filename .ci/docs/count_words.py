"""Prints the words of each English Markdown file in git, and their sum. Fails if the sum is above the limit.

What a page has too much is taken from another one. Tables that scenarios write count, too: somebody may read them.
"""

import subprocess
import sys

from markdown import ROOT

LIMIT = 75_000

names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
pages = [ROOT / name for name in names if not name.endswith(".ko.md") and (ROOT / name).exists()]
counts = {page.relative_to(ROOT): len(page.read_text(encoding="utf-8").split()) for page in pages}
for page, count in sorted(counts.items(), key=lambda entry: -entry[1]):
    print(f"{count:6,} {page}")
total = sum(counts.values())
print(f"{total:6,} words; at most {LIMIT:,}")
sys.exit(f"{total - LIMIT:,} words too many" if total > LIMIT else 0)
