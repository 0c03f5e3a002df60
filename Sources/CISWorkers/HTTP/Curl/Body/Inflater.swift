#if os(Linux)
internal import CCurl

/// Decompresses the content of a response, with zlib. Used only on the loop's thread.
///
/// libcurl could do this, too, but it takes content that ends too early for complete, and refuses content in several members.
final class Inflater {
    enum Step {
        /// The number of bytes that were written to ``output``. 0 if more input is needed.
        case bytes(Int)
        case invalid
    }

    /// The space for decompressed bytes.
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    private let zlib: UnsafePointer<czlib>
    private let stream = UnsafeMutablePointer<czlib_stream>.allocate(capacity: 1)
    private let isDeflate: Bool
    private var place = Place.before

    private enum Place {
        case before, within, after
    }

    /// Creates an inflater for a coding. `nil` if the coding is unknown, or there is no zlib.
    init?(_ coding: String, _ zlib: UnsafePointer<czlib>?) {
        guard let zlib, ["gzip", "x-gzip", "deflate"].contains(coding) else {
            output.deallocate()
            stream.deallocate()
            return nil
        }
        self.zlib = zlib
        isDeflate = coding == "deflate"
        stream.initialize(to: czlib_stream())
    }

    deinit {
        if place != .before { _ = zlib.pointee.inflateEnd(stream) }
        output.deallocate()
        stream.deallocate()
    }

    /// Whether the content is complete. No content at all is complete.
    var isComplete: Bool { place != .within }

    /// Decompresses the next bytes into ``output``, and removes them from the input.
    func step(_ input: inout UnsafeRawBufferPointer) -> Step {
        while true {
            guard let first = input.first else { return place == .within ? inflate(&input) : .bytes(0) }
            switch place {
            case .before:
                guard begin(first) else { return .invalid }
            case .after where first == Self.gzipMark && !isDeflate:
                // Another member follows.
                guard zlib.pointee.inflateReset(stream) == 0 else { return .invalid }
                place = .within
            case .after:
                // Some servers send zeros after the content.
                input = UnsafeRawBufferPointer(start: nil, count: 0)
                return .bytes(0)
            case .within:
                break
            }
            switch inflate(&input) {
            case .bytes(0) where !input.isEmpty: continue
            case let step: return step
            }
        }
    }

    /// The content's first byte says whether `deflate` has a frame: some servers omit it.
    private func begin(_ first: UInt8) -> Bool {
        let window: Int32 = isDeflate ? (first & 0x0F == 8 ? 15 : -15) : 15 + 16
        let size = Int32(MemoryLayout<czlib_stream>.size)
        guard zlib.pointee.inflateInit2_(stream, window, "1.2.11", size) == 0 else { return false }
        place = .within
        return true
    }

    private func inflate(_ input: inout UnsafeRawBufferPointer) -> Step {
        stream.pointee.input = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.input_size = UInt32(input.count)
        stream.pointee.output = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.output_size = UInt32(output.count)
        let result = zlib.pointee.inflate(stream, 0)
        let used = input.count - Int(stream.pointee.input_size)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(used))
        switch result {
        case Self.ended: place = .after
        case Self.ok, Self.noProgress: break
        default: return .invalid
        }
        return .bytes(output.count - Int(stream.pointee.output_size))
    }

    private static let gzipMark: UInt8 = 0x1F
    private static let ok: Int32 = 0
    private static let ended: Int32 = 1
    private static let noProgress: Int32 = -5
}
#endif
