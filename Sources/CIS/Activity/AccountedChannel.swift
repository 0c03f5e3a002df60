/// Values on their way to one reader. Tells test tools when the reader waits, and when it can run again.
final class AccountedChannel<Value: Sendable>: Sendable {
    private struct Reader: Sendable {
        let id: Int
        let continuation: CheckedContinuation<Value?, Never>
        let parking: Parking?
    }

    private struct Book: Sendable {
        var kept = Queue<Value>()
        var readers: [Reader] = []
        var lastID = 0
        var isFinished = false
    }

    private let book = Guarded(Book())
    private let keepsAll: Bool

    /// - Parameter keepsAll: Whether all values wait that the reader is too slow for, or only the newest.
    init(keepsAll: Bool) {
        self.keepsAll = keepsAll
    }

    /// Sends a value. After the end it is ignored.
    func send(_ value: Value) {
        let reader = book.withLock { book -> Reader? in
            guard !book.isFinished else { return nil }
            if !book.readers.isEmpty { return book.readers.removeFirst() }
            if !keepsAll { _ = book.kept.popFirst() }
            book.kept.append(value)
            return nil
        }
        reader?.parking?.resume()
        reader?.continuation.resume(returning: value)
    }

    /// Ends the sequence, behind the values that wait.
    func finish() {
        let readers = book.withLock { book in
            book.isFinished = true
            defer { book.readers = [] }
            return book.readers
        }
        for reader in readers { end(reader) }
    }

    private func end(_ reader: Reader) {
        reader.parking?.resume()
        reader.continuation.resume(returning: nil)
    }

    /// The next value; `nil` at the end, and when the task is cancelled, which is the end, too.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Value? {
        let id = book.withLock { book in
            book.lastID += 1
            return book.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let activity = ActivityLedger.wasMade ? Activity.ofThisTask : nil
                let decided = book.withLock { book -> Value?? in
                    if Task.isCancelled { book.isFinished = true }
                    if let value = book.kept.popFirst() { return .some(value) }
                    if book.isFinished { return .some(nil) }
                    book.readers.append(
                        Reader(
                            id: id, continuation: continuation, parking: activity?.park("waiting for its next value")))
                    return nil
                }
                if let value = decided { continuation.resume(returning: value) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let reader = book.withLock { book in
            book.isFinished = true
            return book.readers.firstIndex { $0.id == id }.map { book.readers.remove(at: $0) }
        }
        if let reader { end(reader) }
    }
}
