#!/usr/bin/env bash
# Tests decoders with inputs that libFuzzer generates: records, cache entries, snapshots, messages of hosts, recordings. It also
# tests stacks and lists in state, and changes of them.
#
# Needs a toolchain with libFuzzer. RUNS is the number of inputs per fuzzer (default 100000), SEED repeats a run.
# SCRATCH names the folder for build products (default: .build). A failing input is stored there, and its name is printed.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/fuzz"
# A trap has to reach the fuzzer, which stores the input.
export SWIFT_BACKTRACE=enable=no
mkdir -p "$out"
flags=(-swift-version 6 -O -wmo -package-name swift-cis -parse-as-library -I "$out" -I Sources/CCurl/include)
# macOS has bash 3.2, which does not have `mapfile`.
core=() workers=() reflection=() bridge=() inspector=()
while IFS= read -r file; do core+=("$file"); done < <(find Sources/CIS -name '*.swift' -not -path '*.docc/*' | sort)
while IFS= read -r file; do workers+=("$file"); done < <(find Sources/CISWorkers -name '*.swift' -not -path '*.docc/*' | sort)
while IFS= read -r file; do reflection+=("$file"); done < <(find Sources/CISReflection -name '*.swift' -not -path '*.docc/*' | sort)
# Without the page, whose text is in a C target.
while IFS= read -r file; do inspector+=("$file"); done < <(find Sources/CISInspector -name '*.swift' -not -name Page.swift | sort)
while IFS= read -r file; do bridge+=("$file"); done < <(find Sources/CISBridge -name '*.swift' -not -path '*.docc/*' | sort)
swiftc "${flags[@]}" -sanitize=fuzzer -emit-module -emit-module-path "$out/CIS.swiftmodule" -c -module-name CIS -o "$out/CIS.o" \
    "${core[@]}"
swiftc "${flags[@]}" -sanitize=fuzzer -emit-module -emit-module-path "$out/CISWorkers.swiftmodule" -c \
    -module-name CISWorkers -o "$out/CISWorkers.o" "${workers[@]}"
swiftc "${flags[@]}" -emit-module -emit-module-path "$out/CISReflection.swiftmodule" -c -module-name CISReflection \
    -o "$out/CISReflection.o" "${reflection[@]}"
swiftc "${flags[@]}" -sanitize=fuzzer -I Sources/CCISBridge/include -emit-module -emit-module-path "$out/CISBridge.swiftmodule" -c \
    -module-name CISBridge -o "$out/CISBridge.o" "${bridge[@]}"
swiftc "${flags[@]}" -sanitize=fuzzer -emit-module -emit-module-path "$out/CISInspector.swiftmodule" -c \
    -module-name CISInspector -o "$out/CISInspector.o" "${inspector[@]}"
# FUZZERS can name some of the fuzzers.
for fuzzer in ${FUZZERS:-Record CacheEntry Snapshot Stack List Bridge Recording}; do
    swiftc "${flags[@]}" -sanitize=fuzzer -module-name "${fuzzer}Fuzzer" -o "$out/$fuzzer" \
        "Tests/Fuzz/${fuzzer}Fuzzer.swift" Tests/Fuzz/ByteReader.swift -I Sources/CCISBridge/include "$out/CIS.o" \
        "$out/CISWorkers.o" "$out/CISReflection.o" "$out/CISBridge.o" "$out/CISInspector.o"
    mkdir -p "$out/corpus-$fuzzer"
    # Valid inputs to begin with.
    printf '\001{"type":"A","state":"{}","children":{"x":{"type":"B","state":"","children":{}}}}' >"$out/corpus-$fuzzer/tree"
    printf 'CISR\001\003\000\000\000\001\000\000\000\000\000\000\000\002{}' >"$out/corpus-$fuzzer/record"
    printf '{"elements":[{"id":1,"route":7},{"id":3,"route":8}],"lastID":3}' >"$out/corpus-$fuzzer/stack"
    printf '[{"id":1,"title":7},{"id":3,"title":8}]' >"$out/corpus-$fuzzer/list"
    printf '{"type":"act","ref":1,"scene":1,"n":1,"action":{"again":{"_0":{"text":{"_0":"\\ud83d\\ude00"}}}}}\n{"rows":[{"id":1}]}' \
        >"$out/corpus-$fuzzer/message"
    printf '{"type":"hello","v":[1,1],"types":{"scenes":[{"name":"s","action":"Everything","state":"optional<Everything.Part>","output":"never","isChild":false}],"types":{"Everything":{"choice":{"cases":[{"name":"text","members":[{"name":"_0","type":"text"}]}]}},"Everything.Part":{"object":{"members":[{"name":"id","type":"list<map<Everything.Part>>"}]}}}}}' \
        >"$out/corpus-$fuzzer/types"
    printf '{"i":2,"k":"action","t":1,"s":1,"case":"typed","v":{"typed":{"_0":"b"}}}\n{"i":3,"k":"mutation","t":2,"s":1,"c":2,"case":"typed","d":1,"rev":1,"patch":[{"p":"/title","v":"b"},{"p":"/tags","at":0,"del":1,"ins":[2]}]}\n{"k":"done","t":3,"of":2,"i":4,"how":"finished"}\n' \
        >"$out/corpus-$fuzzer/recording"
    # For these two, each byte is one or two steps, and everything is compared after each step. So the inputs are short.
    case "$fuzzer" in Stack | List) length=96 ;; *) length=512 ;; esac
    echo "$fuzzer:"
    "$out/$fuzzer" -runs="${RUNS:-100000}" -seed="${SEED:-0}" -max_len="$length" -dict=Tests/Fuzz/words.dict \
        -artifact_prefix="$out/$fuzzer-" -print_final_stats=1 "$out/corpus-$fuzzer" 2>&1 |
        grep -E 'Seed:|DONE|Done|ERROR|SUMMARY|[Ff]atal error|Test unit|stat::(number_of_executed_units|average_exec)'
done
