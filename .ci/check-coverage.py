"""Fails when the line coverage of a folder is below a limit. Usage: check-coverage.py REPORT.json FOLDER PERCENT"""

import json
import sys

report, folder, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
files = [f for f in json.load(open(report))["data"][0]["files"] if f"/{folder}/" in f["filename"]]
if not files:
    sys.exit(f"no file of {folder} in {report}: was it built with --enable-code-coverage?")
total = sum(f["summary"]["lines"]["count"] for f in files)
covered = sum(f["summary"]["lines"]["covered"] for f in files)
for f in sorted(files, key=lambda f: f["summary"]["lines"]["percent"])[:12]:
    lines = f["summary"]["lines"]
    print(f"{lines['percent']:6.1f} %  {lines['covered']:4}/{lines['count']:<4} {f['filename'].split(folder + '/')[1]}")
percent = 100 * covered / total
print(f"line coverage of {folder}: {percent:.2f} % ({covered} of {total} lines)")
if percent < limit:
    sys.exit(f"below {limit} %: add tests for the lines above")
