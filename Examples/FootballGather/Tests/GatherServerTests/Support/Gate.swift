/// Stays open once it was opened.
final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Waits until the gate is open. One at a time.
    func opened() async { for await _ in stream {} }
}
