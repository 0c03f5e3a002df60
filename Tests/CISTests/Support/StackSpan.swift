/// How much of the main thread's stack lies between the shallowest and the deepest call of ``mark()``.
@MainActor
final class StackSpan {
    private var lowest = UInt.max
    private var highest = UInt.min

    var bytes: UInt { highest >= lowest ? highest - lowest : 0 }

    func mark() {
        var here: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        lowest = min(lowest, address)
        highest = max(highest, address)
    }
}

/// What a flat stack may span: a few frames of an unoptimised build, far less than a frame per item of a long chain.
let flatStackBytes: UInt = 64 * 1024
