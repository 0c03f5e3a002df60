#!/usr/bin/env bash
# Feeds the decoders of files with whatever libFuzzer thinks of: records, cache entries, snapshots.
#
# Needs a toolchain with libFuzzer. RUNS is the number of inputs per decoder (default 100000), SEED repeats a run.
# SCRATCH names the folder for build products (default: .build). A failing input is left there, and named.
set -euo pipefail
cd "$(dirname "$0")/.."
out="${SCRATCH:-.build}/fuzz"
# A trap has to reach the fuzzer, which writes down the input.
export SWIFT_BACKTRACE=enable=no
mkdir -p "$out"
flags=(-swift-version 6 -O -wmo -package-name swift-cis -parse-as-library -I "$out")
# macOS has bash 3.2, which knows no mapfile.
core=() workers=()
while IFS= read -r file; do core+=("$file"); done < <(find Sources/CIS -name '*.swift' | sort)
while IFS= read -r file; do workers+=("$file"); done < <(find Sources/CISWorkers -name '*.swift' | sort)
swiftc "${flags[@]}" -emit-module -emit-module-path "$out/CIS.swiftmodule" -c -module-name CIS -o "$out/CIS.o" \
    "${core[@]}"
swiftc "${flags[@]}" -sanitize=fuzzer -emit-module -emit-module-path "$out/CISWorkers.swiftmodule" -c \
    -module-name CISWorkers -o "$out/CISWorkers.o" "${workers[@]}"
for fuzzer in Record CacheEntry Snapshot; do
    swiftc "${flags[@]}" -sanitize=fuzzer -module-name "${fuzzer}Fuzzer" -o "$out/$fuzzer" \
        "Tests/Fuzz/${fuzzer}Fuzzer.swift" "$out/CIS.o" "$out/CISWorkers.o"
    mkdir -p "$out/corpus-$fuzzer"
    # Something that is read, to start from.
    printf '\001{"type":"A","state":"{}","children":{"x":{"type":"B","state":"","children":{}}}}' >"$out/corpus-$fuzzer/tree"
    printf 'CISR\001\003\000\000\000\001\000\000\000\000\000\000\000\002{}' >"$out/corpus-$fuzzer/record"
    echo "$fuzzer:"
    "$out/$fuzzer" -runs="${RUNS:-100000}" -seed="${SEED:-0}" -max_len=512 -dict=Tests/Fuzz/words.dict \
        -artifact_prefix="$out/$fuzzer-" -print_final_stats=1 "$out/corpus-$fuzzer" 2>&1 |
        grep -E 'Seed:|DONE|Done|ERROR|SUMMARY|fatal error|Test unit|stat::(number_of_executed_units|average_exec)'
done
