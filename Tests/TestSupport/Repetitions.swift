#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Returns how often a test repeats something: `count` times if the environment has `CIS_EFFORT=full`, and otherwise
/// less often, so that all tests together take seconds.
///
/// Use it where more repetitions only increase confidence: for further seeds of a law, or for chains so long that
/// growth shows in time and memory. With fewer repetitions, the same tests show growth by counting live objects or
/// measuring the stack. CI runs the tests in release with full effort.
///
/// - Parameter least: The minimum with which the test still makes sense.
package func repetitions(_ count: Int, atLeast least: Int = 1) -> Int {
    max(count / slowness, min(least, count))
}

/// Returns `count`, or a tenth of it under the thread sanitizer, where everything takes about ten times as long.
package func fewerWhenSanitized(_ count: Int) -> Int {
    savesTime ? max(count / 10, 1) : count
}

/// Returns the points from 0 up to the last. Under the thread sanitizer, returns every tenth, and the last.
package func points(upTo last: Int) -> [Int] {
    Array(stride(from: 0, to: last, by: savesTime ? 10 : 1)) + [last]
}

/// The length of a long chain: a million with full effort.
package let million = repetitions(1_000_000)

/// The factor by which all repetitions are reduced.
private let slowness: Int = {
    if isFullEffort { return 1 }
    #if DEBUG
    return isThreadSanitized ? 200 : 50
    #else
    return 10
    #endif
}()

private let isFullEffort = getenv("CIS_EFFORT") != nil

private let savesTime = isThreadSanitized && !isFullEffort

private let isThreadSanitized: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
}()
