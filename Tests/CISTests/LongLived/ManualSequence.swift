import CIS
import TestSupport

/// A sequence for a source, whose elements the test sends. It counts how often it was opened and closed.
///
/// Its iterator stays on the actor of its caller: a main-actor task that has called `next` is suspended there when its job is
/// over.
final class ManualSequence: Sendable {
    /// Records `opened a` and `closed a`, in order, for all feeds that share it.
    final class Log: Sendable {
        private let entries = LockedValue<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func note(_ entry: String) {
            entries.withLock { $0.append(entry) }
        }
    }

    struct Failure: Error {}

    private let name: String
    private let log: Log
    private let current = LockedValue<Subscription?>(nil)
    /// Opened when there is no iterator any more.
    let left = Gate()

    init(_ name: String, log: Log) {
        self.name = name
        self.log = log
    }

    /// Opens the feed. It receives the elements that are sent from now on.
    func open() -> Elements {
        let line = Subscription { [log, name] in log.note("closed \(name)") }
        current.withLock { $0 = line }
        log.note("opened \(name)")
        return Elements(line: line, departure: Departure(left))
    }

    func send(_ element: String) {
        current.withLock { $0 }?.deliver(.success(element))
    }

    /// Ends the sequence.
    func end(throwing error: Failure? = nil) {
        let line = current.withLock { $0 }
        line?.deliver(error.map { .failure($0) } ?? .success(nil))
        line?.close()
    }

    struct Elements: AsyncSequence {
        fileprivate let line: Subscription
        fileprivate let departure: Departure

        func makeAsyncIterator() -> Iterator {
            Iterator(line: line, departure: departure)
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let line: Subscription
        fileprivate let departure: Departure

        mutating func next() async throws -> String? {
            try await line.next(isolation: nil)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> String? {
            try await line.next(isolation: actor)
        }
    }

    /// Released with the last iterator.
    fileprivate final class Departure: Sendable {
        private let gate: Gate

        init(_ gate: Gate) {
            self.gate = gate
        }

        deinit {
            gate.open()
        }
    }
}

/// One opening of a feed.
private final class Subscription: Sendable {
    private struct Content: Sendable {
        var isOpen = true
        var isCancelled = false
        var pending: [Result<String?, any Error>] = []
        var waiting: CheckedContinuation<String?, any Error>?
    }

    private let content = LockedValue(Content())
    private let onClose: @Sendable () -> Void

    init(onClose: @escaping @Sendable () -> Void) {
        self.onClose = onClose
    }

    func deliver(_ result: Result<String?, any Error>) {
        let waiting = content.withLock { content in
            let waiting = content.waiting
            content.waiting = nil
            if waiting == nil { content.pending.append(result) }
            return waiting
        }
        waiting?.resume(with: result)
    }

    func close() {
        let wasOpen = content.withLock { content in
            defer { content.isOpen = false }
            return content.isOpen
        }
        if wasOpen { onClose() }
    }

    func next(isolation actor: isolated (any Actor)?) async throws -> String? {
        try await withTaskCancellationHandler(
            operation: {
                try await withCheckedThrowingContinuation(isolation: actor) { continuation in
                    let result = content.withLock { content -> Result<String?, any Error>? in
                        if !content.pending.isEmpty { return content.pending.removeFirst() }
                        if content.isCancelled { return .success(nil) }
                        content.waiting = continuation
                        return nil
                    }
                    if let result { continuation.resume(with: result) }
                }
            },
            onCancel: { cancel() }, isolation: actor)
    }

    private func cancel() {
        close()
        let waiting = content.withLock { content in
            content.isCancelled = true
            defer { content.waiting = nil }
            return content.waiting
        }
        waiting?.resume(returning: nil)
    }
}
