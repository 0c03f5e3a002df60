internal import CIS

/// Where a test may wait for somebody to arrive.
protocol ArrivalWatching: Sendable {
    /// Lets everybody go on who waits for an arrival: nobody comes any more.
    func abandonWatchers()
}

/// Calls that wait for an answer: held worker calls, sleepers of a clock, readers of a stream, points of a schedule.
///
/// Who waits in the task of an activity parks it, and is runnable again before the answer is given, so that nobody sees
/// quiet in between.
final class PendingCalls<Request: Sendable, Answer: Sendable>: ArrivalWatching {
    private struct Waiter: Sendable {
        let id: Int
        let request: Request
        let parking: Suspension?
        let continuation: CheckedContinuation<Answer, Never>
    }

    /// What a watcher sees.
    struct View: Sendable {
        /// Who waits, in the order of arrival.
        var requests: [Request]
        /// How many have come so far, to wait or to pass.
        var arrivals: Int
    }

    private struct Watcher: Sendable {
        let id: Int
        let isWanted: @Sendable (View) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var waiters: [Waiter] = []
        var watchers: [Watcher] = []
        var lastID = 0
        var arrivals = 0

        var view: View { View(requests: waiters.map(\.request), arrivals: arrivals) }

        /// Counts one, and returns the watchers who have waited for it.
        mutating func countArrival() -> [Watcher] {
            arrivals += 1
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

    /// Who waits, in the order of arrival.
    var requests: [Request] { state.withLock { $0.waiters.map(\.request) } }

    /// Suspends until somebody answers.
    ///
    /// - Parameters:
    ///   - request: What is waited for.
    ///   - step: The same in words.
    ///   - whenCancelled: The answer to a caller that is cancelled. Without one it waits on.
    ///   - ready: The answer, if there is one already. Asked in the same step in which the caller would begin to wait.
    nonisolated(nonsending) func wait(
        _ request: Request, step: String, whenCancelled: Answer? = nil, unless ready: @Sendable () -> Answer? = { nil }
    ) async -> Answer {
        let id = state.withLock { $0.nextID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let activity = TrackedTask.ofThisTask
                let (answer, watchers) = state.withLock { state -> (Answer?, [Watcher]) in
                    if let whenCancelled, Task.isCancelled { return (whenCancelled, state.countArrival()) }
                    if let answer = ready() { return (answer, state.countArrival()) }
                    let parking = activity?.beginSuspension(step)
                    if activity == nil { TrackedTask.current?.note("\(step), in a task that is not accounted for") }
                    state.waiters.append(
                        Waiter(id: id, request: request, parking: parking, continuation: continuation))
                    return (nil, state.countArrival())
                }
                if let answer { continuation.resume(returning: answer) }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            if let whenCancelled { give(whenCancelled) { $0.id == id } }
        }
    }

    /// Counts one who need not wait.
    func pass() {
        let watchers = state.withLock { $0.countArrival() }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Answers the first that fits, if there is one, and returns its request.
    @discardableResult
    func answer(_ answer: Answer, where fits: @Sendable (Request) -> Bool) -> Request? {
        give(answer) { fits($0.request) }
    }

    /// Answers the first who waits, if somebody does and there is an answer. Asked in one step with the look at who waits.
    func offer(_ answer: @Sendable () -> Answer?) {
        let (waiter, answer) = state.withLock { state -> (Waiter?, Answer?) in
            guard !state.waiters.isEmpty, let answer = answer() else { return (nil, nil) }
            return (state.waiters.removeFirst(), answer)
        }
        guard let waiter, let answer else { return }
        waiter.parking?.resume()
        waiter.continuation.resume(returning: answer)
    }

    @discardableResult
    private func give(_ answer: Answer, where fits: (Waiter) -> Bool) -> Request? {
        let waiter = state.withLock { state in
            state.waiters.firstIndex(where: fits).map { state.waiters.remove(at: $0) }
        }
        waiter?.parking?.resume()
        waiter?.continuation.resume(returning: answer)
        return waiter?.request
    }

    func abandonWatchers() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Suspends until what is seen is what is wanted.
    ///
    /// - Returns: Whether it is. `false` if the caller was cancelled before.
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
