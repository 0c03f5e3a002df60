"""Turns the Swift blocks of README, articles and Documentation into a package that uses the library as a client does.

The blocks of one file are compiled together, in order, as one target. A comment above a block can change this:

    <!-- compile: alone -->          a target of its own
    <!-- compile: apple -->          compiled with the others against the stubs of Apple's frameworks, not as part of the package
    <!-- compile: no (reason) -->    not compiled: deliberately wrong
    <!-- compile: uses X.md -->      anywhere in a file: the blocks of X.md are compiled with it

The README's blocks are a program; the others are test targets, so that the tests they show are run. So are the files that a
reader has at the end of the tutorials, which are one target here.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from markdown import ROOT, blocks, documented, modules, tutorial_files

scratch = Path(sys.argv[1])
problems = []

MANIFEST = """// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let products: [Target.Dependency] = [
%s
]

let package = Package(
    name: "snippets",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    dependencies: [.package(name: "swift-cis", path: "%s")],
    targets: [
%s
    ],
    swiftLanguageModes: [.v6]
)
"""


def write(path, text):
    """Writes a file only if its text has changed, so that nothing is compiled again without need."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    written.add(path)


def located(name, block):
    """A block that reports its errors at its place in the Markdown file."""
    return f'#sourceLocation(file: "{name}", line: {block.line})\n{block.text}#sourceLocation()\n'


def target_name(path):
    if path.name == "README.md" and path.parent == ROOT:
        return "Readme"
    relative = path.relative_to(ROOT).with_suffix("")
    return re.sub(r"\W", "_", re.sub(r"^Sources/(\w+)/\w+\.docc/", r"Article_\1_", str(relative)))


written = set()
together, used, apple = {}, {}, {}
targets = []
for path in documented():
    name = str(path.relative_to(ROOT))
    together[path] = []
    used[path] = re.findall(r"^<!-- compile: uses (\S+) -->$", path.read_text(encoding="utf-8"), re.M)
    for block in blocks(path):
        if block.language != "swift":
            continue
        # The README is not on the website, and its scene fits one screen.
        if name != "README.md":
            write(scratch / "blocks" / f"{name}.line{block.line}.swift", block.text)
        if block.directive == "alone":
            targets.append((f"{target_name(path)}_line{block.line}", [located(name, block)], []))
        elif block.directive == "apple":
            apple.setdefault(path, []).append(located(name, block))
        elif re.match(r"no \(.+\)$", block.directive):
            continue
        elif block.directive and not block.directive.startswith("uses "):
            problems.append(f"{name}:{block.line - 1}: error: unknown directive: {block.directive}")
        else:
            together[path].append(located(name, block))

for path, parts in together.items():
    support = []
    for other in used[path]:
        source = next((p for p in together if p.name == other), None)
        if source is None:
            problems.append(f"{path.relative_to(ROOT)}:1: error: no such file: {other}")
        else:
            support += together[source]
    if parts:
        targets.append((target_name(path), parts, support))
    if path in apple:
        # Tests are omitted, because an app does not contain their framework.
        support = [part for part in support + parts if "import Testing" not in part]
        write(scratch / "apple/Sources" / target_name(path) / "Blocks.swift", "\n".join(apple[path]))
        write(scratch / "apple/Sources" / target_name(path) / "Used.swift", "\n".join(support))

declarations = []
for name, parts, support in targets:
    kind, main = ("executableTarget", "main.swift") if name == "Readme" else ("testTarget", "Blocks.swift")
    # The README's program does not depend on the test library.
    dependencies = "[products[0]]" if name == "Readme" else "products"
    folder = scratch / "snippets" / "Sources" / name
    write(folder / main, "\n".join(parts))
    if support:
        write(folder / "Used.swift", "\n".join(support))
    declarations.append(
        f'        .{kind}(name: "{name}", dependencies: {dependencies}, path: "Sources/{name}", swiftSettings: settings),')
for title, file in tutorial_files().items():
    text = file.read_text(encoding="utf-8").replace("@testable import Party\n", "import CIS\n")
    write(scratch / "snippets/Sources/Tutorials" / title, f'#sourceLocation(file: "{file.relative_to(ROOT)}", line: 1)\n{text}')
declarations.append(
    '        .testTarget(name: "Tutorials", dependencies: products, path: "Sources/Tutorials", swiftSettings: settings),')
products = "\n".join(f'    .product(name: "{name}", package: "swift-cis"),' for name in modules())
# The linter of scenes wants a package.
write(scratch / "apple/Package.swift", "")
write(scratch / "snippets" / "Package.swift", MANIFEST % (products, ROOT, "\n".join(declarations)))

# The text block below the README's program is its expected output.
readme = blocks(ROOT / "README.md")
last = max((i for i, block in enumerate(readme) if block.language == "swift"), default=None)
output = readme[last + 1] if last is not None and last + 1 < len(readme) else None
if output is None or output.language != "text":
    problems.append("README.md:1: error: no text block with the output beneath the program")
else:
    write(scratch / "readme-output.txt", output.text)

# The style is that of the project, but declarations in a block need no documentation, and a line fits the column of the website.
style = json.loads((ROOT / ".swift-format").read_text(encoding="utf-8"))
style["rules"]["AllPublicDeclarationsHaveDocumentation"] = False
style["lineLength"] = 78
write(scratch / "swift-format.json", json.dumps(style, indent=2) + "\n")

# Removes files of earlier runs.
for folder in (scratch / "apple", scratch / "blocks", scratch / "snippets" / "Sources"):
    for path in folder.rglob("*.swift"):
        if path not in written:
            path.unlink()
    for path in sorted((p for p in folder.rglob("*") if p.is_dir()), reverse=True):
        if not any(path.iterdir()):
            shutil.rmtree(path)

print("\n".join(problems), end="\n" if problems else "")
sys.exit(1 if problems else 0)
