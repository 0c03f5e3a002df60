#!/usr/bin/env python3
"""Computes which folders of a library depend on which, from its sources.

    .ci/folder-graph.py Sources/CIS            prints the folders in layers, and every dependency with an example
    .ci/folder-graph.py --check Sources/CIS…   fails if folders depend on each other in a cycle that is not allowed below,
                                               or if the picture of the folders in the documentation is outdated

A folder depends on another if one of its files names a type that the other declares, or a member that the other adds
to a type it does not declare. Comments and texts do not count.
"""

import pathlib
import re
import sys

# The cycles of each library that cannot be avoided. Documentation/Architecture.md describes the reasons.
ALLOWED = {'CIS': [['Actions', 'Children', 'Core']]}
# The files that show the picture of a library's folders. It has to equal the picture that this program prints.
PICTURES = {'CIS': 'Documentation/Architecture.md'}

COMMENT_OR_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|#*"""(?:.|\n)*?"""#*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
WORD = re.compile(r'[A-Za-z_][A-Za-z0-9_]*')
TYPE = re.compile(r'\b(?:class|struct|enum|protocol|actor|typealias|macro)\s+([A-Za-z_][A-Za-z0-9_]*)')
EXTENSION = re.compile(r'^extension\s+([A-Za-z_][A-Za-z0-9_.]*)')
MEMBER = re.compile(r'\b(?:func|var|let|case)\s+`?([A-Za-z_][A-Za-z0-9_]*)')


class Source:
    """One file: what it declares at the top level, what it adds to other types, and the words in it."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        text = COMMENT_OR_TEXT.sub(lambda match: '\n' * match.group().count('\n'), path.read_text())
        self.types, self.added, self.words = set(), {}, {}
        depth, extended = 0, None
        for number, line in enumerate(text.split('\n'), 1):
            for word in WORD.findall(line):
                self.words.setdefault(word, number)
            stripped = line.strip()
            if depth == 0:
                found = EXTENSION.match(stripped)
                extended = found.group(1).split('.')[0] if found else extended if not stripped.startswith('}') else None
                if not found and (declared := TYPE.search(stripped)):
                    self.types.add(declared.group(1))
                    extended = None
                elif not found and (function := re.search(r'\bfunc\s+([A-Za-z_][A-Za-z0-9_]*)', stripped)):
                    self.types.add(function.group(1))
            elif depth == 1 and extended:
                for name in MEMBER.findall(stripped):
                    self.added.setdefault(extended, set()).add(name)
            depth += line.count('{') - line.count('}')


def read(library):
    root = pathlib.Path(library)
    return [Source(path, path.relative_to(root).parts[0]) for path in sorted(root.rglob('*.swift'))
            if len(path.relative_to(root).parts) > 1 and '.docc' not in str(path)]


def dependencies(sources):
    """{(from, to): example}"""
    homes, members = {}, {}
    for source in sources:
        for name in source.types:
            homes.setdefault(name, set()).add(source.folder)
    for source in sources:
        for extended, names in source.added.items():
            if source.folder not in homes.get(extended, {source.folder}):
                for name in names:
                    members.setdefault(name, set()).add(source.folder)
    # A name that is declared in several folders shows no dependency.
    declared = {name: next(iter(folders)) for name, folders in homes.items() if len(folders) == 1}
    everywhere = {name for source in sources for names in source.added.values() for name in names}
    own = {}
    for source in sources:
        text = COMMENT_OR_TEXT.sub('', source.path.read_text())
        for name in MEMBER.findall(text):
            own.setdefault(name, set()).add(source.folder)
    for name, folders in members.items():
        if name in everywhere and len(own.get(name, folders)) == 1 and name not in declared:
            declared[name] = next(iter(folders))
    edges = {}
    for source in sources:
        for word, line in source.words.items():
            target = declared.get(word)
            if target and target != source.folder:
                edges.setdefault((source.folder, target), []).append(f'{word} ({source.path.name}:{line})')
    return edges


def cycles(nodes, edges):
    """The strongly connected components (Tarjan). Those on which no other depends come last."""
    after = {node: [to for (start, to) in edges if start == node] for node in nodes}
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in after[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = []
            while True:
                component.append(stack.pop())
                if component[-1] == node:
                    break
            found.append(sorted(component))

    for node in sorted(nodes):
        if node not in index:
            visit(node)
    return found


def layers(components, edges):
    """The layers, lowest first. Each component is in the lowest layer above everything that it depends on."""
    home = {node: number for number, component in enumerate(components) for node in component}
    height = {}
    for number, component in enumerate(components):  # a component comes after those that it depends on
        below = [height[home[to]] for (start, to) in edges if home[start] == number and home[to] != number]
        height[number] = max(below, default=-1) + 1
    return [[components[number] for number in sorted(height) if height[number] == level]
            for level in range(max(height.values(), default=-1) + 1)]


def picture(edges, components):
    """One line for each layer, the highest first."""
    return ''.join('    ' + '   '.join(
        component[0] if len(component) == 1 else '( ' + ' ⇄ '.join(component) + ' )' for component in level) + '\n'
        for level in reversed(layers(components, edges)))


def show(library, edges, components):
    print(f'{library}: folders, each above those it depends on\n')
    print(picture(edges, components))
    for (start, to), examples in sorted(edges.items()):
        print(f'    {start} → {to}: {len(examples)}, such as {examples[0]}')
    print()


def main(arguments):
    checks = '--check' in arguments
    failed = False
    for library in (argument for argument in arguments if argument != '--check'):
        sources = read(library)
        edges = dependencies(sources)
        components = cycles({source.folder for source in sources}, edges)
        if not checks:
            show(library, edges, components)
        allowed = ALLOWED.get(pathlib.Path(library).name, [])
        for component in components:
            if len(component) > 1 and component not in allowed:
                failed = True
                print(f'{library}: these folders depend on each other: {", ".join(component)}')
                for (start, to), examples in sorted(edges.items()):
                    if start in component and to in component:
                        print(f'    {start} → {to}: {", ".join(examples[:4])}')
        page = PICTURES.get(pathlib.Path(library).name)
        if checks and page and picture(edges, components) not in pathlib.Path(page).read_text():
            failed = True
            print(f'{page}: the picture of the folders is not the one of .ci/folder-graph.py {library}')
    return 1 if checks and failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
