import CIS

/// A worker that the host implements.
///
/// Use it to implement the scene's worker protocol:
///
/// ```swift
/// final class HostPicker: FilePicker {
///     let host: HostWorker
///     func pick(_ kind: FileKind) async throws -> PickedFile {
///         try await host.call("pick", kind)
///     }
/// }
/// ```
///
/// A worker does not keep its session alive. After the session has ended, every call fails with
/// ``HostError/Code/hostHasLeft``.
public struct HostWorker: Sendable {
    /// The name of the worker in the host.
    public let name: String
    // The reference is `weak let`, and the session is isolated to the main actor. Any thread may therefore hold this
    // value.
    private weak let session: SessionCore?

    init(name: String, session: SessionCore?) {
        self.name = name
        self.session = session
    }

    /// Calls a method without arguments.
    ///
    /// - Parameters:
    ///   - method: The name of the method.
    ///   - type: The type of the answer. By default the one that the caller expects.
    /// - Throws: ``HostError``; `CancellationError` if the caller was cancelled. The session then sends `uncall`.
    public func call<Result: Decodable & Sendable>(
        _ method: String, as type: Result.Type = Result.self
    ) async throws -> Result {
        try await call(method, [String: String](), as: type)
    }

    /// Calls a method and waits for its first answer.
    ///
    /// Without a connection, the call waits until the host has reconnected and answered. If the host announces further
    /// answers, the session sends `uncall`.
    ///
    /// - Parameters:
    ///   - method: The name of the method.
    ///   - arguments: The arguments of the method.
    ///   - type: The type of the answer. By default the one that the caller expects. If an answer cannot be decoded, the host
    ///     receives an `error`, and the call fails with ``HostError/Code/badAnswer``.
    /// - Throws: ``HostError``; `CancellationError` if the caller was cancelled. The session then sends `uncall`.
    public func call<Arguments: Encodable & Sendable, Result: Decodable & Sendable>(
        _ method: String, _ arguments: Arguments, as type: Result.Type = Result.self
    ) async throws -> Result {
        let elements: HostStream<Result> = stream(method, arguments, as: type, isOne: true)
        var iterator = elements.makeAsyncIterator()
        if let result = try await iterator.next() { return result }
        // The stream of one call ends without an element only when its reader was cancelled.
        throw CancellationError()
    }

    /// Calls a method that may answer more than once.
    ///
    /// The call is sent when an iterator is made. When the reading task is cancelled or the iterator is released, the
    /// session sends `uncall`. A host that sends faster than the answers are read is told to wait: at most 256 answers wait to
    /// be read.
    ///
    /// - Parameters:
    ///   - method: The name of the method.
    ///   - arguments: The arguments of the method.
    ///   - type: The type of the answers. By default the one that the caller expects.
    /// - Returns: The answers. If a host does not wait, the sequence throws ``HostError/Code/tooFast``.
    public func stream<Arguments: Encodable & Sendable, Element: Decodable & Sendable>(
        _ method: String, _ arguments: Arguments, as type: Element.Type = Element.self
    ) -> HostStream<Element> {
        stream(method, arguments, as: type, isOne: false)
    }

    private func stream<Arguments: Encodable & Sendable, Element: Decodable & Sendable>(
        _ method: String, _ arguments: Arguments, as type: Element.Type, isOne: Bool
    ) -> HostStream<Element> {
        HostStream { [name, weak session] in
            let (stream, continuation) = AsyncThrowingStream.makeStream(
                of: Element.self, bufferingPolicy: .bufferingOldest(CoreMessage.waitingAnswers))
            // The reader may end before the call is sent, and on any thread. The call of a cancelled task is not made.
            let reader = LockedValue(ReaderOfCall(hasGone: Task.isCancelled))
            // Cancels the call however the stream ends. A call that was answered in full is no longer pending, so that
            // cancelling it does nothing.
            continuation.onTermination = { [weak session] _ in
                let call = reader.withLock { reader in
                    reader.hasGone = true
                    return reader.call
                }
                if let call { Task { @MainActor [weak session] in session?.cancelCall(call) } }
            }
            Task { @MainActor in
                guard let session else { return continuation.finish(throwing: HostError.hostHasLeft) }
                guard !reader.withLock({ $0.hasGone }) else { return }
                let call = session.begin(name, method, arguments, continuation, isOne: isOne)
                let hasGone = reader.withLock { reader in
                    reader.call = call
                    return reader.hasGone
                }
                if hasGone, let call { session.cancelCall(call) }
            }
            return HostStream.Iterator(answers: stream.makeAsyncIterator()) { [weak session] count in
                guard let call = reader.withLock({ $0.call }) else { return }
                Task { @MainActor [weak session] in session?.giveRoom(count + CoreMessage.waitingAnswers, to: call) }
            }
        }
    }
}

/// Connects the reader of the answers with the call.
private struct ReaderOfCall: Sendable {
    /// The number of the call. `nil` until the call is sent to the host.
    var call: Int?
    var hasGone = false
}

/// The answers of a host to one call. Each iterator makes a call of its own.
public struct HostStream<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    private let start: @Sendable () -> Iterator

    init(_ start: @escaping @Sendable () -> Iterator) {
        self.start = start
    }

    /// Sends the call to the host and returns an iterator over its answers.
    public func makeAsyncIterator() -> Iterator { start() }

    /// Reads the answers of one call. Releasing it ends the call.
    public struct Iterator: AsyncIteratorProtocol {
        var answers: AsyncThrowingStream<Element, any Error>.Iterator
        /// Called from time to time with the number of answers that were read.
        let onRead: @Sendable (Int) -> Void
        private var count = 0

        init(
            answers: AsyncThrowingStream<Element, any Error>.Iterator, onRead: @escaping @Sendable (Int) -> Void
        ) {
            self.answers = answers
            self.onRead = onRead
        }

        /// Returns the next answer, and waits until there is one.
        ///
        /// - Returns: `nil` after the last answer, or if the reading task was cancelled.
        /// - Throws: ``HostError``.
        public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

        /// Returns the next answer, and waits until there is one. A `for await` loop calls it.
        ///
        /// - Parameter actor: The actor that the caller waits on.
        /// - Returns: `nil` after the last answer, or if the reading task was cancelled.
        /// - Throws: ``HostError``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            guard let element = try await answers.next(isolation: actor) else { return nil }
            count += 1
            if count.isMultiple(of: CoreMessage.waitingAnswers / 4) { onRead(count) }
            return element
        }
    }
}

extension SessionCore {
    /// Sends a call to the host and passes its answers to a stream.
    ///
    /// - Returns: The number of the call, or `nil` if the arguments cannot be encoded or the session has ended.
    fileprivate func begin<Element: Decodable & Sendable>(
        _ worker: String, _ method: String, _ arguments: some Encodable & Sendable,
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, isOne: Bool
    ) -> Int? {
        let tree: JSONTree
        do {
            tree = try TreeEncoder.encode(arguments)
        } catch {
            let text = "The arguments of \(worker).\(method) cannot be encoded: \(error)"
            continuation.finish(throwing: HostError(code: .notEncodable, text: text))
            return nil
        }
        return call(worker, method, tree) { value, isLast throws(WireError) in
            let element = try TreeDecoder.decode(Element.self, from: value, code: .badReply, at: "/ok")
            if case .dropped = continuation.yield(element) {
                let text = "The host sends faster than \(worker).\(method) is read."
                continuation.finish(throwing: HostError(code: .tooFast, text: text))
                throw WireError(.badReply, at: "/more", expected: "at most 256 answers that wait", got: "one more")
            }
            if isLast || isOne { continuation.finish() }
        } fail: {
            continuation.finish(throwing: $0)
        }
    }
}
