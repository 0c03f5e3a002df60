#!/usr/bin/env bash
# Looks for tests that fail now and then: builds once, and runs the library's tests and those of the receipt example again
# and again. It continues after a failure or a hang. It keeps the log of each such run, and names all failed tests at the end.
#
# Usage: .ci/repeat-tests.sh N [--sanitize=thread]
# SCRATCH names the folder for build products (default: .build), LIMIT is the greatest number of seconds for a run (default: 300),
# SUITES names the suites (default: "library receipt"), and FILTER selects tests (default: all). The logs are in
# $SCRATCH/repeated.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no
# A sanitized process waits for a second at its end, to find races of threads that still run. These tests leave no such threads.
export TSAN_OPTIONS="${TSAN_OPTIONS:-atexit_sleep_ms=0}"
scratch="${SCRATCH:-$PWD/.build}"
limit="${LIMIT:-300}"
suites="${SUITES:-library receipt}"
count="${1:-}"
sanitize="${2:-}"
if ! [[ "$count" =~ ^[1-9][0-9]*$ && ("$sanitize" = "" || "$sanitize" = "--sanitize=thread") && $# -le 2 ]]; then
    sed -n 's/^# Usage: /usage: /p' "$0" >&2
    exit 2
fi
results="$scratch/repeated"
rm -rf "$results"
mkdir -p "$results"

# Prints the options that name the package and the build products of a suite, the same as in the gates.
options() {
    case "$1$sanitize" in
    library) printf '%s\n' --scratch-path "$scratch" ;;
    library*) printf '%s\n' --scratch-path "$scratch/tsan" "$sanitize" ;;
    receipt) printf '%s\n' --package-path Examples/Receipt --scratch-path "$scratch" ;;
    receipt*) printf '%s\n' --package-path Examples/Receipt --scratch-path "$scratch/tsan" "$sanitize" ;;
    esac
}

# Runs a command with the options of a suite, into a log.
with_options() {
    local suite="$1" log="$2" arguments=()
    shift 2
    while IFS= read -r option; do arguments+=("$option"); done < <(options "$suite")
    "$@" "${arguments[@]}" >"$log" 2>&1
}

limited() {
    if command -v timeout >/dev/null; then timeout -k 10 "$limit" "$@"; else "$@"; fi
}

# Prints the runs, the failures, the slowest and the median time of a suite, and the number of runs of 20 s or more. Its file of
# times has one line for each run, in seconds.
summary() {
    local times="$results/$1.times"
    test -s "$times" || return 0
    sort -n "$times" | awk -v suite="$1" -v failures="$2" '
        { seconds[NR] = $1; long += $1 >= 20 }
        END {
            median = NR % 2 ? seconds[(NR + 1) / 2] : (seconds[NR / 2] + seconds[NR / 2 + 1]) / 2
            printf "%s: %d runs, %d failed, slowest %.2f s, median %.1f s, %d of 20 s or more\n",
                suite, NR, failures, seconds[NR], median, long
        }'
}

for suite in $suites; do
    echo "building: $suite $sanitize"
    with_options "$suite" "$results/build.log" swift build --build-tests || { cat "$results/build.log"; exit 1; }
done

# Runs a suite once. Adds its duration to the times, and keeps its output if it fails.
run_once() {
    local suite="$1" run="$2" log="$results/$1-$2.log" status=0
    { time with_options "$suite" "$log" limited swift test --skip-build ${FILTER:+--filter "$FILTER"} || status=$?; } \
        2>>"$results/$suite.times"
    # A run without any test counts as a failure.
    grep -qE 'Test run with [1-9][0-9]* tests? .*passed' "$log" || status=${status/#0/1}
    if [ "$status" -eq 0 ]; then
        rm "$log"
    else
        echo "$status" >>"$results/$suite.failures"
        echo "FAILED: $suite, run $run of $count, status $status (124: more than $limit s), $log"
        grep -E '✘ Test |error:|Fatal' "$log" | head -n 5 || true
    fi
}

# Prints the number of failed runs of a suite.
failures() {
    if [ -e "$results/$1.failures" ]; then wc -l <"$results/$1.failures" | tr -d ' '; else echo 0; fi
}

TIMEFORMAT=%R
for ((run = 1; run <= count; run++)); do
    for suite in $suites; do run_once "$suite" "$run"; done
    if [ $((run % 10)) -eq 0 ]; then echo "$run of $count runs"; fi
done

failed=0
for suite in $suites; do
    summary "$suite" "$(failures "$suite")"
    failed=$((failed + $(failures "$suite")))
done
if [ "$failed" -gt 0 ]; then
    echo "tests that have failed, with the number of runs (none: it crashed, or took too long):"
    for log in "$results"/*-*.log; do
        sed -nE 's/.*✘ Test ("[^"]*"|[A-Za-z_]+\(.*\)) .*failed after.*/\1/p' "$log" | sort -u
    done | sort | uniq -c | sort -rn
    exit 1
fi
