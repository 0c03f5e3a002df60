#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How often a test repeats something: as often as it says with `CIS_EFFORT=full` in the environment, less often otherwise, so that
/// all tests together take seconds.
///
/// For what more repetitions only make surer: further seeds of a law, or a line so long that growth is seen in the time
/// and the memory it takes. With fewer the same tests show it with what they count: how much is alive, how far the stack
/// reaches. CI runs the tests in release with full effort.
///
/// - Parameter least: The fewest that can still show what the test is about.
package func repetitions(_ count: Int, atLeast least: Int = 1) -> Int {
    max(count / slowness, min(least, count))
}

/// As many as it says; a tenth of that under the thread sanitizer, where everything takes some ten times as long. For what
/// every other build can afford in full.
package func fewerWhenSanitized(_ count: Int) -> Int {
    savesTime ? max(count / 10, 1) : count
}

/// The points from 0 up to the last: all of them; under the thread sanitizer every tenth, and the last.
package func points(upTo last: Int) -> [Int] {
    Array(stride(from: 0, to: last, by: savesTime ? 10 : 1)) + [last]
}

/// How long a long chain is: a million with full effort.
package let million = repetitions(1_000_000)

/// By how much all repetitions are shortened.
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
