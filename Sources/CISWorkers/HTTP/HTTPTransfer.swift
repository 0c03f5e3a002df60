/// A request with its progress on the way; see ``HTTPClient/transfer(_:)``.
///
/// A loop over it sends the request and sees any number of ``Event/progress(_:)`` and then exactly one
/// ``Event/finished(_:)``, or throws. A consumer that is slower than the network sees the latest progress and skips the
/// others. Leaving the loop, and cancelling the task that is in it, cancels the request.
public struct HTTPTransfer<Response: Sendable>: AsyncSequence, Sendable {
    /// What a loop sees.
    public enum Event: Sendable {
        /// Bytes have moved.
        case progress(HTTPProgress)
        /// The last one.
        case finished(Response)
    }

    /// What is seen.
    public typealias Element = Event
    /// What is thrown.
    public typealias Failure = HTTPError
    typealias Send = @Sendable (@escaping @Sendable (HTTPProgress) -> Void) async throws(HTTPError) -> Response

    private let send: Send

    init(_ send: @escaping Send) {
        self.send = send
    }

    /// Sends the request when the first element is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(TransferRun(send))
    }

    /// One request. For one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        private let run: TransferRun<Response>

        init(_ run: TransferRun<Response>) {
            self.run = run
        }

        /// The next event, `nil` after the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> Event? {
            try await run.next()
        }

        /// The next event, `nil` after the last.
        public mutating func next() async throws(HTTPError) -> Event? {
            try await run.next()
        }
    }
}
