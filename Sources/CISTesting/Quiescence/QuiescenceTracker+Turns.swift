internal import CIS

/// Turns: tasks that call test doubles run one after the other, in a fixed order.
///
/// Without turns, actions that start together would call their workers on several threads, in random order. With turns,
/// the first runnable task runs alone until it suspends or ends. Then the next one runs. Tasks take turns in the order
/// in which they became runnable; a task that another task has started comes before that one.
extension QuiescenceTracker {
    nonisolated(nonsending) func takeTurn(of number: Int) async {
        await withCheckedContinuation { continuation in
            let isNext = update { state in
                guard state.turns.first != number, state.turns.contains(number) else { return true }
                state.awaitingTurn[number] = continuation
                return false
            }
            if isNext { continuation.resume() }
        }
    }

    /// Lets the tasks that wait for their turn overtake the tasks that hold it. Called by a watchdog when nothing has
    /// happened for a while, because the holders then wait for something that is not reported to the tracker.
    func letOthersPass() {
        guard read({ !$0.awaitingTurn.isEmpty }) else { return }
        update { state in
            // A number that is added again goes to the end.
            for number in state.turns.all where state.awaitingTurn[number] == nil {
                state.turns.remove(number)
                state.turns.insert(number)
            }
        }
    }
}
