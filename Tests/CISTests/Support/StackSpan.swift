#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How much of a stack lies between the shallowest and the deepest call of ``mark()``.
///
/// Measured thread by thread, since the main actor need not stay on one: a program that hands its main thread to
/// Dispatch has the main queue served by any.
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

/// Tells the current thread apart from others.
func threadNumber() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}

/// What a flat stack may span: a few frames of an unoptimised build, far less than a frame per item of a long chain.
let flatStackBytes: UInt = 64 * 1024
