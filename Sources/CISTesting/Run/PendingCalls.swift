internal import CIS

/// A double or a clock whose next call a test can await.
protocol ArrivalWatching: Sendable {
    /// Resumes the tests that await a call. Used when no further call can arrive.
    func abandonWatchers()
}

/// Calls that wait for an answer: held worker calls, sleeps on a clock, reads of a stream, steps of a schedule.
///
/// A tracked task is an action, a branch or a source that the run's tracker knows. While one of its calls waits, the
/// task counts as suspended. It counts as runnable again shortly before the call is answered, so that the tracker never
/// reports quiescence in between.
final class PendingCalls<Request: Sendable, Answer: Sendable>: ArrivalWatching {
    private struct Waiter: Sendable {
        let request: Request
        let suspension: Suspension?
        let continuation: CheckedContinuation<Answer, Never>
    }

    /// The value that is passed to a watcher's condition.
    struct View: Sendable {
        /// The number of waiting calls.
        var count: Int
        /// The number of calls so far, including those that were answered immediately.
        var arrivals: Int
    }

    private struct Watcher: Sendable {
        let id: Int
        let isWanted: @Sendable (View) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var waiters = WaitingLine<Waiter>()
        var watchers: [Watcher] = []
        var lastID = 0
        var arrivals = 0

        var view: View { View(count: waiters.count, arrivals: arrivals) }

        /// Counts a call. Returns the watchers whose condition is now met, and removes them.
        mutating func countArrival() -> [Watcher] {
            arrivals += 1
            guard !watchers.isEmpty else { return [] }
            let view = self.view
            let satisfied = watchers.filter { $0.isWanted(view) }
            watchers.removeAll { watcher in satisfied.contains { $0.id == watcher.id } }
            return satisfied
        }

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = LockedValue(State())

    /// The requests of the waiting calls, in their order.
    var requests: [Request] {
        var requests: [Request] = []
        for waiter in state.withLock({ $0.waiters.all }) { requests.append(waiter.request) }
        return requests
    }

    /// The number of waiting calls.
    var count: Int { state.withLock { $0.waiters.count } }

    /// A waiting call, with the number to answer it by. `nil` if there is none at this index.
    func call(at index: Int) -> (number: Int, request: Request)? {
        state.withLock { state in state.waiters.element(at: index).map { ($0.number, $0.element.request) } }
    }

    /// The first waiting call that fits, with the number to answer it by.
    func call(where fits: (Request) -> Bool) -> (number: Int, request: Request)? {
        state.withLock { state in
            state.waiters.first { fits($0.request) }.map { ($0.number, $0.element.request) }
        }
    }

    /// Suspends the caller until its request is answered.
    ///
    /// - Parameters:
    ///   - request: Identifies the call.
    ///   - rank: Calls of a lower rank come first. Those of equal rank are in the order of their arrival.
    ///   - step: Describes the wait, for messages.
    ///   - whenCancelled: The answer when the caller is cancelled. If it is `nil`, cancellation is ignored.
    ///   - ready: Returns the answer if it is available already. Runs under the lock.
    nonisolated(nonsending) func wait(
        _ request: Request, rank: Duration = .zero, step: String, whenCancelled: Answer? = nil,
        unless ready: @Sendable () -> Answer? = { nil }
    ) async -> Answer {
        let id = state.withLock { $0.nextID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let trackedTask = TrackedTask.ofThisTask
                let (answer, watchers) = state.withLock { state -> (Answer?, [Watcher]) in
                    if let whenCancelled, Task.isCancelled { return (whenCancelled, state.countArrival()) }
                    if let answer = ready() { return (answer, state.countArrival()) }
                    let suspension = trackedTask?.beginSuspension(step)
                    if trackedTask == nil { TrackedTask.current?.note("\(step), in a task that is not tracked") }
                    state.waiters.insert(
                        Waiter(request: request, suspension: suspension, continuation: continuation), number: id,
                        rank: rank)
                    return (nil, state.countArrival())
                }
                if let answer { continuation.resume(returning: answer) }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            if let whenCancelled { answer(whenCancelled, number: id) }
        }
    }

    /// Records a call that is answered immediately.
    func pass() {
        let watchers = state.withLock { $0.countArrival() }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Answers the first call that matches, and returns its request. Returns `nil` if none matches.
    @discardableResult
    func answer(_ answer: Answer, where fits: @Sendable (Request) -> Bool) -> Request? {
        guard let call = call(where: fits) else { return nil }
        return self.answer(answer, number: call.number)
    }

    /// Answers the call with a number, and returns its request. Returns `nil` if it does not wait any more.
    @discardableResult
    func answer(_ answer: Answer, number: Int) -> Request? {
        let waiter = state.withLock { $0.waiters.remove(number) }
        waiter?.suspension?.resume()
        waiter?.continuation.resume(returning: answer)
        return waiter?.request
    }

    /// Answers the first waiting call, if there is one and `answer` returns a value. `answer` runs under the lock.
    func offer(_ answer: @Sendable () -> Answer?) {
        let (waiter, answer) = state.withLock { state -> (Waiter?, Answer?) in
            guard let first = state.waiters.element(at: 0), let answer = answer() else { return (nil, nil) }
            return (state.waiters.remove(first.number), answer)
        }
        guard let waiter, let answer else { return }
        waiter.suspension?.resume()
        waiter.continuation.resume(returning: answer)
    }

    func abandonWatchers() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Suspends until the condition is met.
    ///
    /// - Returns: Whether it is met. `false` if the caller was cancelled first.
    nonisolated(nonsending) func arrival(_ isWanted: @escaping @Sendable (View) -> Bool) async -> Bool {
        let id = state.withLock { $0.nextID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if Task.isCancelled || isWanted(state.view) { return true }
                    state.watchers.append(Watcher(id: id, isWanted: isWanted, continuation: continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
        return isWanted(state.withLock { $0.view })
    }
}
