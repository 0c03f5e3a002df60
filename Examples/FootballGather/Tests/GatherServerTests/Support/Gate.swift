/// Lets a test wait until something has happened. An open gate stays open.
final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Waits until the gate is open. Only one task may wait.
    func opened() async { for await _ in stream {} }
}
