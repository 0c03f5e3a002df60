#if os(Linux)
import Foundation

/// Provides the content of a request.
protocol BodySource: Sendable {
    /// The number of bytes.
    var size: Int64 { get }

    /// Copies bytes into a buffer, without waiting for them.
    ///
    /// - Parameters:
    ///   - position: The offset of the first byte to copy.
    ///   - wake: Called after `.notYet` when bytes are available, possibly on another thread.
    func give(
        from position: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wake: @escaping @Sendable () -> Void
    ) -> Given
}

/// The answer of a source to a request for bytes.
enum Given {
    /// The number of copied bytes. 0 at the end.
    case given(Int)
    case notYet
    case failed(FileProblem)
}

/// Bytes in memory.
struct DataSource: BodySource {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    var size: Int64 { Int64(data.count) }

    func give(
        from position: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wake: @escaping @Sendable () -> Void
    ) -> Given {
        let part = data.dropFirst(Int(position)).prefix(buffer.count)
        part.copyBytes(to: buffer)
        return .given(part.count)
    }
}
#endif
