"""Prints the words of each English page in git, and their sum. Fails above the limit: what a page needs more is taken from another one.

A word is what `wc -w` counts: with tables and code."""

import subprocess
import sys

from markdown import ROOT

LIMIT = 75_000

names = subprocess.run(["git", "ls-files", "*.md", "*.tutorial"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
pages = [name for name in names if not name.endswith(".ko.md") and (ROOT / name).exists()]
counts = {page: len((ROOT / page).read_text(encoding="utf-8").split()) for page in pages}
for page, words in sorted(counts.items(), key=lambda entry: -entry[1]):
    print(f"{words:6,} {page}")
total = sum(counts.values())
print(f"{total:6,} words, at most {LIMIT:,}")
sys.exit(f"{total - LIMIT:,} words too many" if total > LIMIT else 0)
