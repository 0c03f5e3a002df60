#!/usr/bin/env python3
"""Computes which functions an action and a mutation go through, from the sources of the core.

    .ci/call-paths.py            prints the picture: an action, and a mutation in release and in debug builds
    .ci/call-paths.py --check    fails if the picture in Documentation/Architecture.md is not this one

A function is shown below the function that calls it, in the order of the calls in the source, with the file that declares it.
Shown are the functions of FILES, and the four functions that the author of a scene writes.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORE = ROOT / 'Sources/CIS'
PAGE = ROOT / 'Documentation/Architecture.md'

# The files through which an action and a mutation go.
FILES = ['Runtime/SceneRuntime+Actions.swift', 'Core/SceneCore+Actions.swift', 'Store/Store+Commit.swift', 'Core/SceneCore.swift',
         'Core/SceneCore+Publishing.swift', 'Store/StatePublisher.swift', 'Actions/ActionRecord.swift', 'Core/ActionTask.swift']
# What the author of a scene writes.
CLIENT = {'policy', 'handle', 'mutate', 'sideEffects'}
# Left out: what only reports, looks something up or keeps account of something.
DETAILS = re.compile(r'(report|note|makeRecord|register|ensure|prune|current|is[A-Z]|has[A-Z]|forget)\w*')
# Not followed: the page describes these elsewhere.
LEAVES = {'notify', 'finishPublishing', 'startDeferredBySystem', 'begin', 'finish'}
# The objects of which the code calls functions, and their types. Other objects are not followed.
RECEIVERS = {'publisher': 'StatePublisher', 'core': 'SceneCore', 'controller': 'Controller', 'record': 'ActionRecord',
             'actionTask': 'ActionTask',
             'Self': 'self', 'self': 'self', '': 'self'}
# A function that a type does not declare is one of its superclass.
SUPERCLASS = {'StatePublisher': 'SceneCore'}
# Where an action and a mutation begin: title, type, function, what is passed to it, and whether the fast path is followed.
STARTS = [('every build', 'SceneRuntime', 'execute', 'action', False),
          ('release build, nothing is unusual', 'Store', 'execute', 'mutation', True),
          ('debug build, or something is unusual', 'Store', 'execute', 'mutation', False)]

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"')
EXTENSION = re.compile(r'^(?:@\w+ )*(?:\w+ )*(?:extension|class) (\w+)', re.MULTILINE)
FUNCTION = re.compile(r'\b(?:func|var) (\w+)')
CALL = re.compile(r'(?:(?<![.\w])(\w+)\??\.|(?<![.\w]))(\w+)\b')


def closing(text, opening):
    """The position behind the brace that closes the one at `opening`."""
    depth = 0
    for position in range(opening, len(text)):
        depth += {'{': 1, '}': -1}.get(text[position], 0)
        if depth == 0:
            return position + 1
    raise SystemExit('a brace is not closed')


def functions():
    """{(type, name): (file, the bodies of all functions with this name)}"""
    found = {}
    for file in FILES:
        text = COMMENT_OR_TEXT.sub('', (CORE / file).read_text())
        # `self.core.start()` is the same call as `core.start()`.
        text = re.sub(r'\bself\.(?=\w+\??\.)', '', text)
        for extension in EXTENSION.finditer(text):
            begin = text.index('{', extension.end())
            scope = text[begin:closing(text, begin)]
            for function in FUNCTION.finditer(scope):
                before = scope[:function.start()]
                if before.count('{') - before.count('}') != 1:
                    continue  # local to a function
                opening = scope.find('{', function.end())
                if '\n\n' in scope[function.end():opening]:
                    continue  # a property that is stored
                key = (extension.group(1), function.group(1))
                body = scope[opening:closing(scope, opening)]
                # Of several functions with one name, the first is the one that the others call.
                found.setdefault(key, (file, body))
    return found


def calls(known, owner, body):
    """The functions that a body calls, each once, in order."""
    found = []
    for call in CALL.finditer(body):
        receiver, name = call.group(1) or '', call.group(2)
        if receiver not in RECEIVERS or body[call.end():].lstrip()[:1] not in '({' and not name.startswith('may'):
            continue
        type_ = owner if RECEIVERS[receiver] == 'self' else RECEIVERS[receiver]
        key = (type_ if (type_, name) in known else SUPERCLASS.get(type_, type_), name)
        if name in CLIENT:
            key = ('', name)
        elif key not in known or DETAILS.fullmatch(name):
            continue
        if key not in found:
            found.append(key)
    return found


def path(known, start, is_fast):
    """The functions on the fast path or on the general path from a start: {function: those that it calls}. And for each of them,
    the function below which it is followed, the one that is nearest to the start."""
    below, above, order = {}, {}, [start]
    for key in order:  # grows while it is read
        body = known[key][1]
        other = re.compile(r'(?!may)\w*' + ('OnGeneralPath' if is_fast else 'OnFastPath'))
        below[key] = [call for call in calls(known, key[0], body) if not other.fullmatch(call[1])]
        for call in below[key]:
            if call in known and call[1] not in LEAVES and call not in order:
                order.append(call)
                above[call] = key
    return below, above


def tree(known, below, above, key, indent='  '):
    """The lines below a function: those that it calls."""
    lines = []
    for call in below[key]:
        lines.append((indent + call[1], known[call][0] if call in known else 'your code'))
        if above.get(call) == key:
            lines += tree(known, below, above, call, indent + '  ')
    return lines


def picture():
    known = functions()
    flags = (CORE / 'Scene/SceneFlags.swift').read_text()
    if not re.search(r'preventsFastCommit: SceneFlags \{\s*[^}]*\.watched\b', flags):
        raise SystemExit('preventsFastCommit does not contain the flag of debug builds')
    lines = []
    for title, kind, name, argument, is_fast in STARTS:
        lines += [('', ''), (title, '')] if lines else [(title, '')]
        lines += [('', ''), (f'{name}({argument})', known[kind, name][0])]
        lines += tree(known, *path(known, (kind, name), is_fast), (kind, name))
    width = max(len(left) for left, _ in lines) + 2
    return ''.join(('    ' + left.ljust(width if right else 0) + right).rstrip() + '\n' for left, right in lines)


def main(arguments):
    drawn = picture()
    if '--check' not in arguments:
        print(drawn, end='')
    elif drawn not in PAGE.read_text():
        print(f'{PAGE.relative_to(ROOT)}: the picture of the calls is not the one of .ci/call-paths.py')
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
