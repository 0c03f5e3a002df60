"""Prints the words of each English Markdown file in git, and their sum. Fails if the sum is above the limit: what a page needs more
is taken from another one. A word contains a letter or a digit; signs of tables and of code, which `wc -w` counts, too, are none."""

import re
import subprocess
import sys

from markdown import ROOT

LIMIT = 70_000

names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
pages = [ROOT / name for name in names if not name.endswith(".ko.md") and (ROOT / name).exists()]
counts = {page.relative_to(ROOT): re.findall(r"\S*\w\S*", page.read_text(encoding="utf-8")) for page in pages}
for page, words in sorted(counts.items(), key=lambda entry: -len(entry[1])):
    print(f"{len(words):6,} {page}")
total = sum(map(len, counts.values()))
print(f"{total:6,} words; at most {LIMIT:,}")
sys.exit(f"{total - LIMIT:,} words too many" if total > LIMIT else 0)
