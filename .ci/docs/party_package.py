"""Writes the package at the end of the tutorials into a folder: party_package.py FOLDER URL. It uses the library at the URL."""

import sys
from pathlib import Path

from markdown import ROOT, tutorial_files

package = Path(sys.argv[1])
manifest = (ROOT / "Sources/CIS/CIS.docc/Resources/party-package-2.swift").read_text(encoding="utf-8")
beside = '.package(name: "swift-cis", path: "../swift-cis")'
assert beside in manifest
(package / "Package.swift").write_text(manifest.replace(beside, f'.package(url: "{sys.argv[2]}", from: "0.1.0")'))
for name, file in tutorial_files().items():
    text = file.read_text(encoding="utf-8")
    folder = "Tests/PartyTests" if "@testable import Party" in text else "Sources/Party"
    (package / folder / name).write_text(text, encoding="utf-8")
