#!/usr/bin/env bash
# Programs in C and Python drive a scene, as the documentation shows: in a dynamic library, and in a program of its own.
#
# Needs a C compiler and python3; valgrind, mypy, tsc and node are used where they are. SCRATCH names the folder for build products
# (default: .build). CLIENTS=--write writes the generated clients instead of checking them. IDLE is for how many milliseconds a hundred
# sessions must need no turn (default 5000).
. "$(dirname "$0")/gates.sh"
out="$SCRATCH/bridge-hosts"
mkdir -p "$out"
hosts=Tests/BridgeHosts/Hosts
without_warnings swift build --package-path Tests/BridgeHosts
products=$(swift build --package-path Tests/BridgeHosts --show-bin-path)
case "$(uname)" in Darwin) library=libtodo.dylib ;; *) library=libtodo.so ;; esac
# Where the toolchain has the libraries of Swift.
runtime=$(swiftc -print-target-info |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"]["runtimeLibraryPaths"][0])')

# compile SOURCE LIBRARY PROGRAM FLAG…
compile() {
    local source="$1" library="$2" program="$3"
    shift 3
    cc -std=c11 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L "$@" -I Sources/CCISBridge/include "$source" \
        -o "$out/$program" -L "$products" "-l$library" -Wl,-rpath,"$products" -Wl,-rpath,"$runtime"
}

# The last block of a language in an article.
block() {
    python3 - "$1" "Sources/CISBridge/CISBridge.docc/$2.md" <<'PYTHON'
import re, sys
found = re.findall(r"^```(\w*)\n(.*?)^```$", open(sys.argv[2], encoding="utf-8").read(), re.M | re.S)
print([text for language, text in found if language == sys.argv[1]][-1], end="")
PYTHON
}

test "$(wc -l <"$hosts/todo.c")" -le 120
compile $hosts/todo.c todo todo -O2
"$out/todo" 100 "${IDLE:-5000}"
compile $hosts/todo.c todo todo-asan -g -fsanitize=address,undefined
"$out/todo-asan" 100 100 >"$out/todo-asan.log" 2>&1 || { cat "$out/todo-asan.log"; exit 1; }
if command -v valgrind >/dev/null; then
    valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite "$out/todo" 5 100 >/dev/null
    echo "valgrind: no finding"
fi

# The library reports a second copy of itself in the process.
mkdir -p "$out/copy"
cp "$products/$library" "$out/copy/$library"
python3 "$hosts/todo_library.py" "$products/$library" "$out/copy/$library" | tee "$out/python.log"
grep -q 'a second copy of the library: -10: ' "$out/python.log"

# The programs of the articles run, and say what the articles say.
block c EmbeddingInC >"$out/article.c"
compile "$out/article.c" tally article
"$out/article" | sed -E 's/,"sum":[0-9]+//; s/("v":1,).*/\1…}/' | fold -w 78 | diff - <(block text EmbeddingInC)
block python EmbeddingInPython | sed "s|tally/.build/debug/libtally.so|$products/${library/todo/tally}|" >"$out/article.py"
python3 "$out/article.py" | diff - <(block text EmbeddingInPython)

# The committed clients are those of the program, and work.
check=--check
if [ "${CLIENTS:-}" = --write ]; then check=; fi
for client in python:scenes.py typescript:scenes.d.ts c:scenes.h; do
    swift package --package-path Tests/BridgeHosts --allow-writing-to-package-directory bridge-clients \
        --language "${client%%:*}" --product todo-program --output "Hosts/${client##*:}" ${check:+"$check"}
done
# For clients of other types, the check fails and names the type.
mkdir -p "$out/outdated"
outdated=$(python3 -c 'import os, sys; print(os.path.relpath(sys.argv[1], "Tests/BridgeHosts"))' "$out/outdated")
for client in python:scenes.py typescript:scenes.d.ts c:scenes.h; do
    file="${client##*:}"
    sed 's/isDone/isOver/g' "$hosts/$file" >"$out/outdated/$file"
    if swift package --package-path Tests/BridgeHosts --allow-writing-to-package-directory bridge-clients \
        --language "${client%%:*}" --product todo-program --output "$outdated/$file" --check >"$out/outdated.log" 2>&1; then
        echo "$file is outdated, and was not refused"
        exit 1
    fi
    grep -q 'Todo.Item has changed' "$out/outdated.log" || { cat "$out/outdated.log"; exit 1; }
done
if swift package --package-path Tests/BridgeHosts --allow-writing-to-package-directory bridge-clients \
    --language c --product todo-program --output "$outdated/scenes.h" --chek >"$out/outdated.log" 2>&1; then
    echo "a misspelled --check was not refused"
    exit 1
fi
grep -q 'does not know --chek' "$out/outdated.log" || { cat "$out/outdated.log"; exit 1; }
python3 "$hosts/client_misuse.py"
# The oldest Python that the client supports, where it is. An older one gets a sentence.
if python3.9 --version >/dev/null 2>&1; then python3.9 "$hosts/client_misuse.py"; else echo "python3.9 is missing: skipped"; fi
if PYTHONPATH="$hosts" python3 -c 'import sys; sys.version_info = (3, 8); import scenes' 2>"$out/older.log"; then
    echo "Python 3.8 was not refused"
    exit 1
fi
grep -q 'this client needs Python 3.9 or newer' "$out/older.log" || { cat "$out/older.log"; exit 1; }
python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 7))' "$hosts/scenes.py"
python3 "$hosts/todo_client.py" "$products/todo-program" "$products/$library"
# The states are longer than what may wait for a host; with all effort they are longer than the library's own limit.
probes="$out/probes"
mkdir -p "$probes"
# A link at the place of the client stays one.
ln -sf linked.py "$probes/probe.py"
swift package --package-path Tests/BridgeHosts --allow-writing-to-package-directory --allow-writing-to-directory "$probes" \
    bridge-clients --language python --product probe-program \
    --output "$(python3 -c 'import os, sys; print(os.path.relpath(sys.argv[1], "Tests/BridgeHosts"))' "$probes")/probe.py"
test -L "$probes/probe.py"
cp "$probes/probe.py" "$probes/second.py"
sizes=(0.5 5)
if full_effort; then sizes=(17 40 100); fi
PYTHONPATH="$probes" python3 "$hosts/probe_host.py" "$products/probe-program" "$products/$library" second "${sizes[@]}"
cc -std=c11 -Wall -Wextra -Werror -c "$hosts/scenes_check.c" -o "$out/scenes_check.o"
if command -v tsc >/dev/null; then tsc --strict --noEmit "$hosts/scenes_check.ts"; fi
if command -v mypy >/dev/null; then
    mypy --strict --cache-dir "$out/mypy" "$hosts"/{client_misuse,scenes,todo_client,todo_library}.py
    mypy --strict --python-version 3.9 --cache-dir "$out/mypy" "$hosts/scenes.py"
    MYPYPATH="$probes" mypy --strict --cache-dir "$out/mypy" "$hosts/probe_host.py"
fi

# A program in Node connects over a socket. Node recognizes modules by the file beside them.
if command -v node >/dev/null; then
    mkdir -p "$out/javascript"
    cp Sources/CISBridgeClients/*.js "$out/javascript"
    echo '{"type":"module"}' >"$out/javascript/package.json"
    node "$hosts/probe_host.mjs" "$out/javascript" "$products/probe-program" "${sizes[@]}"
fi

# The tool that measures hosts stops when their program does.
PYTHONPATH="$hosts" python3 - Examples/Benchmarks/hosts.py <<'PYTHON'
import subprocess, sys
for program, status in ("false", 1), ("true", 0):
    tool = [sys.executable, sys.argv[1], program, "no library"]
    ended = subprocess.run(tool, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=60)
    said = f"{program} ended with status {status} after 0 of 100000 answers"
    assert ended.returncode == 1 and said in ended.stderr, ended
PYTHON

# A value of every kind goes to each language and comes back equal, with the clients that are generated for its types.
specimens="$out/specimens"
mkdir -p "$specimens"
folder=$(python3 -c 'import os, sys; print(os.path.relpath(sys.argv[1], "Tests/BridgeHosts"))' "$specimens")
for client in python:specimens.py typescript:specimens.d.ts javascript:specimens.js c:specimens.h; do
    swift package --package-path Tests/BridgeHosts --allow-writing-to-package-directory \
        --allow-writing-to-directory "$specimens" bridge-clients --language "${client%%:*}" --product specimens-program \
        --output "$folder/${client##*:}"
done
PYTHONPATH="$specimens" python3 "$hosts/specimens_host.py" "$products/specimens-program" "$products/$library" \
    "$hosts/specimens.jsonl" ${CLIENTS:-}
compile $hosts/specimens_host.c todo specimens-host -O2 -I "$specimens"
"$out/specimens-host" "$hosts/specimens.jsonl"
if command -v node >/dev/null; then
    # Node recognizes modules by the ends of their file names.
    cp Sources/CISBridgeClients/client.js "$specimens/client.mjs"
    cp "$specimens/specimens.js" "$specimens/scenes.mjs"
    node "$hosts/specimens_host.mjs" "$specimens/client.mjs" "$specimens/scenes.mjs" "$products/specimens-program"
fi
# Each of these values has its type, as the compilers see it.
python3 - "$hosts/specimens.jsonl" "$specimens" <<'PYTHON'
import json, sys
values = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8", newline="\n")]
with open(sys.argv[2] + "/specimens_check.ts", "w", encoding="utf-8") as file:
    texts = ",\n".join(json.dumps(value) for value in values)
    file.write(f'import type {{ Specimen }} from "./specimens";\nexport const values: Specimen[] = [\n{texts}];\n')
with open(sys.argv[2] + "/specimens_check.py", "w", encoding="utf-8") as file:
    texts = ",\n".join(repr(value) for value in values)
    file.write(f"from typing import List\nfrom specimens import Specimen\n\nvalues: List[Specimen] = [\n{texts}]\n")
PYTHON
if command -v tsc >/dev/null; then tsc --strict --noEmit "$specimens/specimens_check.ts"; fi
if command -v mypy >/dev/null; then
    MYPYPATH="$specimens" mypy --strict --cache-dir "$out/mypy" "$specimens/specimens_check.py" "$hosts/specimens_host.py"
fi
echo "hosts in C and Python: ok"
