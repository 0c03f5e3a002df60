internal import CIS

/// A stream of values that the test sends, in place of a socket, a location service or any other `AsyncSequence`.
///
/// Its reads are tracked: after ``send(_:)``, `settle()` waits until the reader has handled the value. The same is true
/// for its `map`, `compactMap`, `filter`, `dropFirst` and `prefix`, and for the `values` of a scene. Other sequences
/// differ:
///
/// - A plain `AsyncStream` that a source reads is tracked, except for values that another task forwards to it.
/// - An action that reads a plain `AsyncStream` counts as running while it waits for a value.
/// - All other sequences are not tracked. A test cannot know when their next value has arrived.
///
/// In an exploration, each value arrives in a step of its own, so that values that were sent before a `when` arrive
/// before, between and after the steps of its actions.
///
/// A scripted stream has one reader at a time. Values are kept until they are read.
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
    /// The reads that wait, with the tracked tasks that read.
    private let pending = PendingCalls<Int?, Event>()
    /// The run of an exploration, in which the arrival of each value is a step.
    private let exploration: ScenarioRun?

    /// Creates an empty stream.
    public init() {
        exploration = ScenarioRun.current.flatMap { $0.schedule == nil ? nil : $0 }
        exploration?.add(self)
        ScenarioRun.current?.add(pending)
        ScenarioRun.current?.addScripted([
            AsyncThrowingStream<Element, any Error>.self, (any AsyncSequence<Element, any Error>).self,
        ])
    }

    /// The same stream as an `AsyncThrowingStream`, for a worker whose protocol requires this type. It can have only one
    /// reader, like the stream itself.
    ///
    /// ```swift
    /// protocol ChatWorker {
    ///     func messages() -> AsyncThrowingStream<Message, any Error>
    /// }
    ///
    /// final class ChatWorkerDouble: ChatWorker {
    ///     let sent = ScriptedStream<Message>()
    ///     func messages() -> AsyncThrowingStream<Message, any Error> {
    ///         sent.asThrowingStream
    ///     }
    /// }
    /// ```
    ///
    /// If the protocol requires `any AsyncSequence<Message, any Error>`, return the stream itself.
    public var asThrowingStream: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { try await self.next(isolation: nil) }
    }

    /// Sends a value. Does nothing after the end of the stream.
    public func send(_ element: Element) {
        state.withLock { if $0.end == nil { $0.kept.append(element) } }
        offer()
    }

    /// Ends the stream, with or without an error. Values that were sent before are still read. A second call does nothing.
    ///
    /// - Parameter error: The error that the reader's loop throws.
    public func finish(throwing error: (any Error)? = nil) {
        let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        state.withLock { $0.end = $0.end ?? end }
        offer()
    }

    /// Answers the waiting read. In an exploration the schedule decides when a tracked task receives its value.
    private func offer() {
        if taskOfReadyReader == nil { pending.offer(next) }
    }

    /// Suspends until a reader waits for a value.
    public nonisolated(nonsending) func reader() async {
        _ = await pending.arrival { $0.count > 0 }
    }

    /// Creates a reader.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads a ``ScriptedStream``.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: ScriptedStream

        /// The next value. `nil` after the end, or when the reader's task is cancelled.
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
        let tracked = TrackedTask.ofThisTask
        ScenarioRun.reportIfForeign(exploration, "next()", in: tracked)
        if tracked == nil, TrackedTask.current != nil { exploration?.noteGap("next()") }
        let task = exploration == nil ? nil : tracked?.number
        let event = await pending.wait(
            task, step: "waiting for a value of a stream", whenCancelled: .end(.success(())),
            unless: { task == nil ? self.next() : nil })
        switch event {
        case .element(let element): return element
        case .end(let result):
            try result.get()
            return nil
        }
    }
}

extension ScriptedStream: SteppedStream {
    var taskOfReadyReader: Int? {
        guard let exploration, !exploration.isOver, let task = pending.call(at: 0)?.request ?? nil else { return nil }
        return state.withLock { $0.kept.isEmpty && $0.end == nil } ? nil : task
    }

    func deliver() { pending.offer(next) }
}
