#if os(Linux)
import Foundation

/// Receives the content of a response. Used only on the loop's thread.
protocol BodySink {
    /// Accepts all of the bytes or none of them, without waiting for a disk.
    ///
    /// - Parameter wake: Called, on any thread, when there is room again after `.full`.
    func take(_ bytes: UnsafeRawBufferPointer, _ wake: @escaping @Sendable () -> Void) -> Taken

    /// Ends the content. The completion receives the data that is kept in memory. It may be called on any thread.
    func finish(_ completion: @escaping @Sendable (Result<Data, FileProblem>) -> Void)
}

/// The answer of a sink that was offered bytes.
enum Taken {
    case taken
    /// Offer them again later.
    case full
    case failed(FileProblem)
}

/// Keeps the content in memory.
final class MemorySink: BodySink {
    private var data = Data()

    func take(_ bytes: UnsafeRawBufferPointer, _ wake: @escaping @Sendable () -> Void) -> Taken {
        data.append(contentsOf: bytes)
        return .taken
    }

    func finish(_ completion: @escaping @Sendable (Result<Data, FileProblem>) -> Void) {
        completion(.success(data))
    }
}
#endif
