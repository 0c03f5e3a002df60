/// 64 KiB by value: 8 × 8 × 8 × 8 × 16 bytes.
struct Payload: Sendable {
    private var blocks: Eight<Eight<Eight<Eight<Pair>>>>

    /// All zeros. Created on the heap, so that the probe itself needs little stack. An unoptimised initializer of
    /// nested fields would need more stack than a scene does.
    static func zeros() -> Payload {
        let payload = UnsafeMutablePointer<Payload>.allocate(capacity: 1)
        defer { payload.deallocate() }
        UnsafeMutableRawPointer(payload).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Self>.size)
        return payload.move()
    }

    var first: Int {
        get { blocks.a.a.a.a.left }
        set { blocks.a.a.a.a.left = newValue }
    }

    var last: Int {
        get { blocks.h.h.h.h.right }
        set { blocks.h.h.h.h.right = newValue }
    }
}

private struct Pair: Sendable {
    var left: Int
    var right: Int
}

private struct Eight<Element: Sendable>: Sendable {
    var a, b, c, d, e, f, g, h: Element
}
