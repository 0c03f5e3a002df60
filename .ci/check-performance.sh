#!/usr/bin/env bash
# Fails if the library has become slower. It compares a short run of the benchmarks with committed thresholds, and the number of
# instructions of the hottest paths with committed counts.
#
# --update writes new counts. Use it after a change that is meant to cost more, or with another compiler.
# SCRATCH names the folder for build products (default: .build).
. "$(dirname "$0")/gates.sh"
unset SWIFTPM_BUILD_DIR # SwiftPM would prefer it to the scratch path.
scratch="$SCRATCH/performance"
counts=.ci/instruction-counts
tolerance=6 # percent

swift build -c release --package-path Examples/Benchmarks --product cis-benchmarks --scratch-path "$scratch"
program="$(swift build -c release --package-path Examples/Benchmarks --show-bin-path --scratch-path "$scratch")/cis-benchmarks"

if [ "${1:-}" != --update ]; then
    printf '== ratios, live bytes, allocations, growth\n'
    # If the run fails, it is repeated once, because other programs may have disturbed it.
    "$program" --short --check Examples/Benchmarks/Sources/cis-benchmarks/Thresholds.json ||
        { printf 'once more\n'; "$program" --short --repeat 9 --check Examples/Benchmarks/Sources/cis-benchmarks/Thresholds.json; }
fi

printf '== instructions\n'
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    printf 'SKIPPED: the committed counts are for Linux on x86_64, this is %s.\n' "$(uname -sm)"
    exit 0
fi
needs valgrind valgrind

# The program is copied without its debug information, because older versions of valgrind cannot read it, and stop.
bare=$(mktemp)
trap 'rm -f "$bare" "$bare.out"' EXIT
strip --strip-debug -o "$bare" "$program"
chmod +x "$bare"

# Prints the number of instructions of a process that performs a workload the given number of times.
total() {
    local output
    output=$(valgrind --tool=callgrind --callgrind-out-file="$bare.out" "$bare" --loop "$1" --count "$2" 2>&1) ||
        { printf '%s\n' "$output" >&2; return 1; }
    sed -nE 's/.*I +refs: +([0-9,]+).*/\1/p' <<<"$output" | tr -d ,
}

# Prints the number of instructions of one operation. It subtracts two runs, so that the start and the end of the process do not
# count.
per_operation() {
    local few many
    few=$(total "$1" "$2")
    many=$(total "$1" $(($2 * 3)))
    printf '%d' $(((many - few) / ($2 * 2)))
}

failed=0
updated=$(sed -n '/^#/p' "$counts")
while read -r workload expected; do
    case "$workload" in
    W1e | R0) operations=100000 ;;
    W3b) operations=1000 ;;
    *) operations=2000 ;;
    esac
    counted=$(per_operation "$workload" "$operations")
    printf '%s: %d instructions per operation, committed are %d\n' "$workload" "$counted" "$expected"
    updated+=$'\n'"$workload $counted"
    # If valgrind has failed, nothing was counted: `set -e` does not hold in a substitution.
    if [ "$counted" -le 0 ]; then failed=1; fi
    if [ $((counted * 100)) -gt $((expected * (100 + tolerance))) ]; then
        printf '%s: more than %d %% over the committed count. ' "$workload" "$tolerance"
        printf 'Make it faster, or commit the new count: .ci/check-performance.sh --update\n'
        failed=1
    fi
done < <(grep -v '^#' "$counts")

if [ "${1:-}" = --update ]; then
    printf '%s\n' "$updated" >"$counts"
    exit 0
fi
exit "$failed"
