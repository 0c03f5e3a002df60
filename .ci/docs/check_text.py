"""Checks what can be checked without compiling: links between files, the README's length and commands, the width of the
listings, that every guarantee names a test suite that exists, and that Architecture names functions and folders that exist."""

import difflib
import hashlib
import re
import sys
import unicodedata

from markdown import ROOT, blocks, files, modules, prose, tutorial_files

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
README_LIMIT = 180
README_SCENE_LIMIT = 45
# What fits the column of the website at 1280 px.
COLUMNS = 78

problems = []


def report(path, line, message):
    problems.append(f"{path.relative_to(ROOT)}:{line}: error: {message}")


def anchors(path):
    """The anchors of a file's headings, as hosting sites make them."""
    found = set()
    for _, line in prose(path):
        if heading := re.match(r"#+\s+(.*)", line):
            kept = re.sub(r"[^\w\- ]", "", heading.group(1).strip().lower())
            found.add(kept.replace(" ", "-"))
    return found


def check_links():
    for path in files():
        for number, line in prose(path):
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue  # elsewhere in the world, or a page of the reference, which its own compiler checks
                name, _, anchor = target.partition("#")
                destination = (path.parent / name).resolve() if name else path
                if not destination.exists():
                    report(path, number, f"no such file: {target}")
                elif anchor and destination.suffix == ".md" and anchor not in anchors(destination):
                    report(path, number, f"no such heading: {target}")


def check_readme():
    readme = ROOT / "README.md"
    length = len(readme.read_text(encoding="utf-8").splitlines())
    if length > README_LIMIT:
        report(readme, length, f"{length} lines; at most {README_LIMIT}")
    scene = next(block for block in blocks(readme) if block.language == "swift")
    length = sum(1 for line in scene.lines if line.strip())
    if length > README_SCENE_LIMIT:
        report(readme, scene.line, f"a scene of {length} lines that are not empty; at most {README_SCENE_LIMIT}")
    # The commands that the README tells a reader to type are run on every change: the first block by the gate `readme`, which
    # takes it from the README.
    scripts = "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / ".ci").rglob("*")) if p.is_file())
    for block in [block for block in blocks(readme) if block.language == "sh"][1:]:
        for command in joined(block.text).splitlines():
            if command.strip() and command not in joined(scripts):
                report(readme, block.line, f"not run by any script in .ci: {command}")


def code(path):
    """The lines of a file's blocks, without comments and empty lines."""
    lines = [re.sub(r"\s*// .*", "", line) for block in blocks(path) for line in block.lines]
    return [line for line in lines if line]


def check_translations():
    """A comment in a translation names its original, with the beginning of that file's SHA-256. Only the comments in code differ."""
    for path in [path for path in files() if path.name.endswith(".ko.md")]:
        original = path.with_name(path.name.replace(".ko.md", ".md"))
        digest = hashlib.sha256(original.read_bytes()).hexdigest()[:12]
        expected = f"<!-- A translation of {original.name}: {digest} -->"
        if expected not in path.read_text(encoding="utf-8").splitlines():
            report(path, 1, f"{original.name} has changed. Translate the change, then write {expected}")
        if changes := [line for line in difflib.ndiff(code(original), code(path)) if line[0] in "+-"]:
            report(path, 1, f"its code is not that of {original.name}: {changes[0]}")


def columns(line):
    """The width of a line. Letters such as the Korean ones are two columns wide."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def listings():
    """The lines of the listings of the articles and of the comments on symbols: path, number, text."""
    for path in [path for path in files() if any(folder.suffix == ".docc" for folder in path.parents)]:
        for block in blocks(path):
            yield from ((path, number, line) for number, line in enumerate(block.lines, start=block.line))
    for module in modules():
        for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            is_inside = False
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                comment = re.match(r"\s*/// ?(.*)", line)
                fence = comment and comment[1].startswith("```")
                if is_inside and comment and not fence:
                    yield path, number, comment[1]
                is_inside = bool(comment) and is_inside != bool(fence)


def check_listings():
    """No listing, such as code or what a program prints, is wider than its column."""
    for path, number, line in listings():
        if columns(line) > COLUMNS:
            report(path, number, f"a listing of {columns(line)} columns; at most {COLUMNS}")


def check_tutorials():
    """The code that a step shows is a part of what the reader has at the end, which is compiled."""
    end = "\n".join(file.read_text(encoding="utf-8") for file in tutorial_files().values())
    for path in sorted((ROOT / "Sources/CIS/CIS.docc/Resources").glob("party-*.*")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if columns(line) > COLUMNS:
                report(path, number, f"{columns(line)} columns; at most {COLUMNS}")
            elif path.suffix == ".swift" and not path.name.startswith("party-package") and line.strip() not in end:
                report(path, number, "not in the files at the end of the tutorials")


def joined(script):
    """A script with every command on one line."""
    return re.sub(r"[ \t]*\\\n[ \t]*", " ", script)


def check_guarantees():
    tests = "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "Tests").rglob("*.swift")))
    suites = set(re.findall(r"@Suite[^{]*?\bstruct\s+`([^`]+)`", tests))
    path = ROOT / "Sources/CIS/CIS.docc/Guarantees.md"
    seen = []
    for number, line in prose(path):
        row = re.match(r"\|\s*\*{0,2}(G\d+)\b.*\|\s*`([^`]+)`\s*\|\s*$", line)
        if row:
            seen.append(row.group(1))
            if row.group(2) not in suites and not (ROOT / row.group(2)).is_dir():
                report(path, number, f"no test suite, and no folder of tests, is called `{row.group(2)}`")
    missing = [f"G{n}" for n in range(1, 13) if f"G{n}" not in seen]
    if missing:
        report(path, 1, f"no row that ends with a suite for {', '.join(missing)}")


def check_architecture():
    """A function is declared in one of the files of its row, and the tables of folders have every folder."""
    page = ROOT / "Documentation/Architecture.md"
    tables, library = {}, None
    for number, line in prose(page):
        if heading := re.match(r"\| folder of `Sources/(\w+)`", line):
            library = heading.group(1)
            tables[library] = []
        elif library and (row := re.match(r"\| `(\w+)` \|", line)):
            tables[library].append(row.group(1))
        elif not line.startswith("|"):
            library = None
        row = line.strip("| \n").split(" | ")
        linked = [page.parent / target for target in LINK.findall(row[1])] if len(row) == 3 else []
        # A row without a function, or whose link is reported above, has nothing to check.
        if linked and all(file.exists() for file in linked):
            declared = "\n".join(file.read_text(encoding="utf-8") for file in linked)
            for function in re.findall(r"`(\w+)[^`]*`", row[2]):
                if not re.search(rf"\b(func|class|struct|var) {function}\b", declared):
                    report(page, number, f"not declared in the files of this row: {function}")
    for library, listed in tables.items():
        folders = {path.parent.name for path in (ROOT / "Sources" / library).glob("*/*.swift")}
        for folder in sorted(folders ^ set(listed)):
            report(page, 1, f"Sources/{library} has no folder {folder}, or its table has no row for it")


check_links()
check_readme()
check_guarantees()
check_architecture()
check_translations()
check_listings()
check_tutorials()
print("\n".join(problems), end="\n" if problems else "")
sys.exit(1 if problems else 0)
