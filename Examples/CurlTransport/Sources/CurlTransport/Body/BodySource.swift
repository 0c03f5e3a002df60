import Foundation

/// Where the content of a request comes from.
protocol BodySource: Sendable {
    /// How many bytes there are.
    var size: Int64 { get }

    /// Copies bytes into a buffer, without waiting for them.
    ///
    /// - Parameters:
    ///   - position: Where to begin.
    ///   - wake: Called, on any thread, when there is something after `.notYet`.
    func give(
        from position: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wake: @escaping @Sendable () -> Void
    ) -> Given
}

/// What a source has for a buffer.
enum Given {
    /// So many bytes. None: it is the end.
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
