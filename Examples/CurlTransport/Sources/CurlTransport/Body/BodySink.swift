import Foundation

/// Where the content of an answer goes. For the loop's thread alone.
protocol BodySink {
    /// Takes all of the bytes, or none, without waiting for a disk.
    ///
    /// - Parameter wake: Called, on any thread, when there is room again after `.full`.
    func take(_ bytes: UnsafeRawBufferPointer, _ wake: @escaping @Sendable () -> Void) -> Taken

    /// There is nothing more to come. The completion gets what is kept in memory, on any thread.
    func finish(_ completion: @escaping @Sendable (Result<Data, FileProblem>) -> Void)
}

/// What a sink has done with bytes.
enum Taken {
    case taken
    /// Offer them again later.
    case full
    case failed(FileProblem)
}

/// Into memory.
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
