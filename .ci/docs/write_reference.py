"""Writes the reference of a module as one Markdown page: every public symbol with its signature, a sentence and its
parameters, in the order of the headings of its documentation catalog.

Arguments: the module, the folder of its symbol graph, the file to write.
"""

import json
import re
import sys
import textwrap
from collections import defaultdict
from pathlib import Path

from markdown import ROOT

module, graphs, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
catalog = ROOT / "Sources" / module / f"{module}.docc"
WIDTH = 110
TYPES = ("swift.struct", "swift.class", "swift.enum", "swift.protocol")
# The ends of the descriptions of parameters that the compiler passes.
FILLED_IN = ("The file of the call.", "The path of that file.", "The line of the call.", "The column of the call.",
             "The caller's file.", "The caller's line.", "Leave it out.")
# Such a parameter in a signature: the place of the call, which nobody passes by hand.
PLACE = re.compile(r",? *\b(fileID|filePath|line|column): [^,()]*= *#\w+")


def load():
    """The symbols that have a place in a source file, and for each member the type that it belongs to."""
    symbols, owners, defaults = {}, {}, set()
    for path in sorted(graphs.glob("*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        for symbol in graph["symbols"]:
            if "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                symbols[symbol["identifier"]["precise"]] = symbol
        for relation in graph["relationships"]:
            if relation["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                owners.setdefault(relation["source"], relation["target"])
            elif relation["kind"] == "defaultImplementationOf":
                defaults.add(relation["source"])
    # A default implementation is described where its requirement is declared.
    return {identifier: symbol for identifier, symbol in symbols.items() if identifier not in defaults}, owners


def plain(text):
    """Documentation without the marks of links to symbols and articles."""
    text = re.sub(r"``(?:/?\w+/)*([^`]+?)(?:-\([^`]*\))?``", r"`\1`", text)
    return re.sub(r"<doc:(\w+)>", r"\1", text)


def documentation(symbol):
    """The first paragraph, and the parameters with their descriptions."""
    lines = [line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])]
    summary = " ".join(lines[: lines.index("")] if "" in lines else lines)
    parameters, current, inside = [], None, False
    for line in lines:
        single = re.match(r"- Parameter (\w+): (.*)", line)
        item = re.match(r"- (\w+): (.*)", line)
        if single:
            current = [single.group(1), single.group(2)]
            parameters.append(current)
        elif line == "- Parameters:":
            inside = True
        elif item and inside and item.group(1) not in ("Returns", "Throws", "Complexity", "Precondition"):
            current = [item.group(1), item.group(2)]
            parameters.append(current)
        elif item or not line:
            current, inside = None, inside and not item
        elif current:
            current[1] += " " + line
    return summary.split(" - Parameter")[0], [p for p in parameters if not p[1].endswith(FILLED_IN)]


def signature(symbol):
    """The declaration without the parameters that the compiler passes. It has several lines if it is long."""
    text = "".join(f["spelling"] for f in symbol["declarationFragments"])
    text = re.sub(r"\s+", " ", text).replace(" : ", ": ").replace("@discardableResult ", "").removeprefix("@MainActor ")
    text = PLACE.sub("", text).replace("(, ", "(")
    opening = text.find("(")
    if len(text) <= WIDTH or opening < 0:
        return [text]
    parts, depth, start = [], 0, opening + 1
    for index in range(opening, len(text)):
        character = text[index]
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and text[index - 1] != "-"):
            depth -= 1
        if depth == 0:
            parts.append(text[start:index])
            return [text[: opening + 1], *(f"    {part.strip()}," for part in parts[:-1]),
                    f"    {parts[-1].strip()}", text[index:]]
        if depth == 1 and character == ",":
            parts.append(text[start:index])
            start = index + 1
    return [text]


def entry(symbol):
    summary, parameters = documentation(symbol)
    lines = comment(plain(summary), "/// ", "/// ")
    for name, text in parameters:
        lines += comment(f"- {name}: {plain(text)}", "/// ", "///   ")
    return lines + signature(symbol)


def comment(text, first, next):
    return textwrap.wrap(text, WIDTH + 10, initial_indent=first, subsequent_indent=next, break_long_words=False,
                         break_on_hyphens=False)


def headings(page):
    """The headings of a page's topics, each with the names beneath it, and those of the articles that it lists."""
    found, heading = [], None
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    for line in text.partition("\n## Topics")[2].splitlines():
        if title := re.match(r"### (.*)", line):
            heading = (title.group(1), [])
            found.append(heading)
        elif (link := re.match(r"- ``(.+?)(?:-\(.*)?``", line)) and heading:
            heading[1].append(link.group(1).split("/")[-1])
        elif article := re.match(r"- <doc:(\w+)>", line):
            found += headings(catalog / f"{article.group(1)}.md")
    return found


def order(symbol):
    location = symbol["location"]
    return (location["uri"], location["position"]["line"], symbol["names"]["title"])


def block(symbols):
    return ["```swift", *"\n\n".join("\n".join(entry(s)) for s in symbols).splitlines(), "```", ""]


symbols, owners = load()
members = defaultdict(list)
for identifier, symbol in symbols.items():
    members[owners.get(identifier)].append(symbol)
roots = [s for s in symbols.values() if owners.get(s["identifier"]["precise"]) not in symbols]


def section(symbol, level):
    """A type with its members under the headings of its page, and the types within it."""
    name = ".".join(symbol["pathComponents"])
    lines = [f"{'#' * level} {name}", "", *block([symbol])]
    rest = sorted(members[symbol["identifier"]["precise"]], key=order)
    inner = [s for s in rest if s["kind"]["identifier"] in TYPES]
    rest = [s for s in rest if s not in inner]
    for title, names in headings(catalog / "Extensions" / f"{name}.md"):
        chosen = [s for wanted in dict.fromkeys(names) for s in rest if s["names"]["title"] in (wanted, f"{name}.{wanted}")
                  or s["pathComponents"][-1] == wanted]
        chosen = list({s["identifier"]["precise"]: s for s in chosen}.values())
        if chosen:
            lines += [f"**{title}**", "", *block(chosen)]
            rest = [s for s in rest if s not in chosen]
    if rest:
        lines += [*(["**Also**", ""] if len(lines) > 6 and headings(catalog / "Extensions" / f"{name}.md") else []),
                  *block(rest)]
    for child in inner:
        lines += section(child, level)
    return lines


def part(symbol):
    """A type, or a function or an alias that belongs to none."""
    if symbol["kind"]["identifier"] in TYPES:
        return section(symbol, 3)
    name = re.sub(r"fileID:(filePath:)?line:(column:)?", "", symbol["pathComponents"][-1])
    return [f"### {name}", "", *block([symbol])]


page = [
    f"# {module}: every public symbol", "",
    "For each symbol: what it does, its parameters, its declaration. Made of the sources; `.ci/check-docs.sh` checks that it is what",
    "they say. Left out are arguments that the compiler fills in (`fileID`, `line` and their like), `@MainActor` at the beginning of",
    "a declaration, and what there is on Apple systems only.", "",
]
left = sorted(roots, key=order)
for title, names in headings(catalog / f"{module}.md"):
    chosen = [s for wanted in dict.fromkeys(names) for s in left if s["pathComponents"][-1] == wanted]
    if not chosen:
        continue
    page += [f"## {title}", ""]
    for symbol in chosen:
        left.remove(symbol)
        page += part(symbol)
extensions = defaultdict(list)
for symbol in left:
    extensions[".".join(symbol["pathComponents"][:-1])].append(symbol)
for name, found in sorted(extensions.items()):
    page += [f"## {f'On {name}' if name else 'Others'}", ""]
    for symbol in found:
        page += part(symbol)

out.parent.mkdir(parents=True, exist_ok=True)
out.write_text("\n".join(page).rstrip() + "\n", encoding="utf-8")
