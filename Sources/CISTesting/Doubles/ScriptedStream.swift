public import CIS

/// A stream of values that the test sends: in place of a socket, a location service or any other `AsyncSequence`.
///
/// Unlike an `AsyncStream` it tells test tools when its reader can run, so that settling after ``send(_:)`` waits until
/// the value has been dealt with; so do its `map`, `compactMap`, `filter`, `dropFirst` and `prefix`, and the `values` of a
/// scene. A plain `AsyncStream` that a source reads is followed as well, but not what another task passes on in between; an
/// action that reads one counts as running for ever. Of a source that reads any other sequence a test knows only that it
/// waits for the next element, and not when that has come.
///
/// It is for one reader at a time; values that nobody reads yet are kept.
public final class ScriptedStream<Element: Sendable>: AsyncSequence, SelfTrackingSequence, Sendable {
    private struct State: Sendable {
        var kept: ArraySlice<Element> = []
        var end: Result<Void, any Error>?
    }

    private enum Event: Sendable {
        case element(Element)
        case end(Result<Void, any Error>)
    }

    private let state = LockedValue(State())
    private let pending = PendingCalls<Void, Event>()

    /// Makes a stream that nothing has been sent to.
    public init() {
        ScenarioRun.current?.add(pending)
        ScenarioRun.current?.addScripted([
            AsyncThrowingStream<Element, any Error>.self, (any AsyncSequence<Element, any Error>).self,
        ])
    }

    /// The same stream, for a worker whose protocol asks for this type. It is read by one reader, as the stream itself.
    ///
    /// ```swift
    /// protocol ChatWorker { func messages() -> AsyncThrowingStream<Message, any Error> }
    ///
    /// final class ChatWorkerDouble: ChatWorker {
    ///     let sent = ScriptedStream<Message>()
    ///     func messages() -> AsyncThrowingStream<Message, any Error> { sent.asThrowingStream }
    /// }
    /// ```
    ///
    /// A protocol that asks for `any AsyncSequence<Message, any Error>` is given the stream itself.
    public var asThrowingStream: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { try await self.next(isolation: nil) }
    }

    /// Sends a value. After the end it is ignored.
    public func send(_ element: Element) {
        state.withLock { if $0.end == nil { $0.kept.append(element) } }
        pending.offer(next)
    }

    /// Ends the stream, with an error or without. Values that were sent before are still read. Ending it again does
    /// nothing.
    ///
    /// - Parameter error: What the reader's loop throws.
    public func finish(throwing error: (any Error)? = nil) {
        let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        state.withLock { $0.end = $0.end ?? end }
        pending.offer(next)
    }

    /// Suspends until somebody waits for a value.
    public nonisolated(nonsending) func reader() async {
        _ = await pending.arrival { !$0.requests.isEmpty }
    }

    /// Makes a reader.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads a ``ScriptedStream``.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: ScriptedStream

        /// The next value, or `nil` after the end and when the reader's task is cancelled.
        ///
        /// - Throws: The error that the stream was finished with.
        public mutating func next() async throws -> Element? {
            try await next(isolation: nil)
        }

        /// The next value, on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            try await stream.next(isolation: actor)
        }
    }

    private func next() -> Event? {
        state.withLock { state in
            if let element = state.kept.popFirst() { return .element(element) }
            guard let end = state.end else { return nil }
            // An error is thrown once.
            state.end = .success(())
            return .end(end)
        }
    }

    private func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
        let event = await pending.wait(
            (), step: "waiting for a value of a stream", whenCancelled: .end(.success(())),
            unless: next)
        switch event {
        case .element(let element): return element
        case .end(let result):
            try result.get()
            return nil
        }
    }
}
