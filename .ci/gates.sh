# What the gates share. A gate sources this file first; then it is in the root of the checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SCRATCH="${SCRATCH:-$PWD/.build}"
# One folder of build products for all packages: the library, which they all use, is compiled once. SwiftPM reads this variable, and
# prefers it to --scratch-path. A gate with other flags sets it to a folder of its own.
export SWIFTPM_BUILD_DIR="$SCRATCH"
# A crash in a test ends the test, and does not wait for a debugger.
export SWIFT_BACKTRACE=enable=no

# True if all repetitions are asked for, and not only as many as fit before a change lands.
full_effort() { [ "${EFFORT:-}" = full ]; }

# Runs a command that compiles, and fails also if the compiler has warned. Other flags would compile everything once more.
without_warnings() {
    local log
    log=$(mktemp)
    "$@" 2>&1 | tee "$log"
    # Warnings of the compiler; SwiftPM has others, about flags in the files of pkg-config.
    ! grep -E '[0-9]: warning: ' "$log"
}

# Builds and tests a package: package_tests PACKAGE OPTION…
package_tests() {
    local package="$1"
    shift
    without_warnings swift build --build-tests --package-path "$package" "$@"
    swift test --skip-build --package-path "$package" "$@"
}

# Tests the library in release: release_tests OPTION…. The same flags each time, so that it is compiled once. With STRICT, each public
# type says whether it is sendable; importing what a target does not declare is an error. Full effort optimizes the tests, too. One test
# after the other takes two thirds of the processor time, and other gates run at the same time.
release_tests() {
    if full_effort; then export CIS_EFFORT=full; else export QUICK_TESTS=1; fi
    SWIFTPM_BUILD_DIR="$SCRATCH/release" STRICT=1 swift test -c release --explicit-target-dependency-import-check error \
        -debug-info-format none --no-parallel "$@"
}

# Ends the gate if something is missing: needs NAME PACKAGE…. NAME is a program, or `lib:` and the name of a library for pkg-config.
# On the machines of CI, the Debian packages are installed.
needs() {
    is_there "$1" && return
    if [ "${CI:-}" = true ] && command -v apt-get >/dev/null; then
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${@:2}"; } || true
        is_there "$1" && return
    fi
    echo "$1 is missing. On Debian and Ubuntu: apt-get install ${*:2}"
    exit 3
}

is_there() {
    local folder
    case "$1" in
    lib:*)
        for folder in /usr/lib/*/pkgconfig /usr/lib/pkgconfig /usr/share/pkgconfig /usr/local/lib/pkgconfig /opt/homebrew/lib/pkgconfig; do
            [ ! -e "$folder/${1#lib:}.pc" ] || return 0
        done
        return 1
        ;;
    # Debian keeps the programs of the server out of PATH.
    initdb) compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}
