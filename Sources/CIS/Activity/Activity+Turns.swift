/// Turns: what the doubles of a test are called by, and answer, goes on one after the other.
///
/// Actions that start together reach their workers on several threads, in an order of luck. With turns the first that can
/// run goes on alone until it waits for something that is accounted for, or ends; then the next. An activity has its turn in
/// the order in which it began or was answered, and one that another has made begin before that other.
extension Activity {
    /// Suspends until it is this activity's turn.
    nonisolated(nonsending) package func takeTurn() async {
        await withCheckedContinuation { continuation in
            let isNext = ledger.locked { book in
                guard book.turns.first != number, book.turns.contains(number) else { return true }
                book.awaitingTurn[number] = continuation
                return false
            }
            if isNext { continuation.resume() }
        }
    }
}

extension ActivityLedger {
    /// Lets those go on that wait for their turn behind something that waits for what nobody accounts for, and so keeps the
    /// turn. For a watch that has seen that nothing happens any more.
    package func letOthersPass() {
        guard look({ !$0.awaitingTurn.isEmpty }) else { return }
        locked { book in
            let waiting = book.turns.filter { book.awaitingTurn[$0] != nil }
            book.turns = waiting + book.turns.filter { book.awaitingTurn[$0] == nil }
        }
    }
}
