"""Prints the words of each English page in git, and their sum. Fails if the prose is above the limit: what a page needs more is taken
from another one.

A word is what `wc -w` counts. The limit is for what is outside of fenced blocks; the second figure of each line has the blocks, too."""

import subprocess
import sys

from markdown import ROOT, prose

LIMIT = 70_000

names = subprocess.run(["git", "ls-files", "*.md", "*.tutorial"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
pages = [ROOT / name for name in names if not name.endswith(".ko.md") and (ROOT / name).exists()]
counts = {
    page.relative_to(ROOT): (sum(len(line.split()) for _, line in prose(page)), len(page.read_text(encoding="utf-8").split()))
    for page in pages
}
for page, (words, all_words) in sorted(counts.items(), key=lambda entry: -entry[1][0]):
    print(f"{words:6,} {all_words:6,} {page}")
total, all_words = map(sum, zip(*counts.values()))
print(f"{total:6,} words of prose, at most {LIMIT:,}; {all_words:,} with the code")
sys.exit(f"{total - LIMIT:,} words too many" if total > LIMIT else 0)
