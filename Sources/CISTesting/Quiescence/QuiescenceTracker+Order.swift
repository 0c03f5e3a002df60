internal import CIS

/// Tasks that call test doubles run one after the other, in a fixed order.
///
/// Otherwise, actions that start together would call their workers on several threads, in random order. Here the first
/// runnable task runs alone until it suspends or ends. Then the next one runs. The order is that in which they became
/// runnable; a task that another task has started comes before that one.
extension QuiescenceTracker {
    nonisolated(nonsending) func waitUntilFirst(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isFirst = update { state in
                guard state.order.first != number, state.order.contains(number) else { return true }
                state.waitingUntilFirst[number] = continuation
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    /// Lets the tasks that wait overtake those that run. Called by a watchdog when nothing has happened for a while,
    /// because the latter then wait for something that is not reported to the tracker.
    func letOthersPass() {
        guard read({ !$0.waitingUntilFirst.isEmpty }) else { return }
        update { state in
            // A number that is added again goes to the end.
            for number in state.order.all where state.waitingUntilFirst[number] == nil {
                state.order.remove(number)
                state.order.insert(number)
            }
        }
    }
}
