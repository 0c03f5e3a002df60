/// The progress of a request and its result, as a sequence. ``HTTPClient/transfer(_:)`` returns it.
///
/// The request is sent when a loop asks for the first element. The loop receives any number of ``Event/progress(_:)``
/// events and then one ``Event/finished(_:)`` event, or it throws. If the loop is slower than the network, it receives
/// only the latest progress. Leaving the loop or cancelling its task cancels the request.
public struct HTTPTransfer<Response: Sendable>: AsyncSequence, Sendable {
    /// An element of the sequence.
    public enum Event: Sendable {
        /// The progress has changed.
        case progress(HTTPProgress)
        /// The decoded response. It is the last element.
        case finished(Response)
    }

    /// An event.
    public typealias Element = Event
    /// The error of the request.
    public typealias Failure = HTTPError
    typealias Send = @Sendable (@escaping @Sendable (HTTPProgress) -> Void) async throws(HTTPError) -> Response

    private let send: Send

    init(_ send: @escaping Send) {
        self.send = send
    }

    /// Creates an iterator. It sends the request when the first element is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(TransferRun(send))
    }

    /// Iterates over the events of one request. Use it in one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        private let run: TransferRun<Response>

        init(_ run: TransferRun<Response>) {
            self.run = run
        }

        /// Returns the next event, or `nil` after the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(HTTPError) -> Event? {
            try await run.next()
        }

        /// Returns the next event, or `nil` after the last one.
        public mutating func next() async throws(HTTPError) -> Event? {
            try await run.next()
        }
    }
}
