#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Measures how much stack lies between the shallowest and the deepest call of ``mark()``.
///
/// It measures each thread on its own, because the main actor may change its thread: if a program calls
/// `dispatchMain()`, any thread may serve the main queue.
@MainActor
final class StackSpan {
    private var ranges: [UInt: ClosedRange<UInt>] = [:]

    var bytes: UInt { ranges.values.map { $0.upperBound - $0.lowerBound }.max() ?? 0 }

    func mark() {
        var here: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        let thread = threadNumber()
        let known = ranges[thread] ?? address...address
        guard !known.contains(address) || ranges[thread] == nil else { return }
        ranges[thread] = min(known.lowerBound, address)...max(known.upperBound, address)
    }
}

/// Returns a number that identifies the current thread.
func threadNumber() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}

/// The maximum for a flat stack: a few frames of an unoptimised build, and far less than a frame per item of a long
/// chain.
let flatStackBytes: UInt = 64 * 1024
