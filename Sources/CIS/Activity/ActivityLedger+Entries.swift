/// What is written into the ledger.
extension ActivityLedger {
    /// Begins an activity, which is runnable.
    package func begin(_ subject: any Sendable, as kind: Kind, parent: Int? = nil) -> Activity {
        let cause = parent ?? (Activity.current?.ledger === self ? Activity.current?.number : nil)
        let number = locked { book in
            book.lastNumber += 1
            book.runnable += 1
            let entry = Entry(kind: kind, subject: subject, parent: parent)
            book.entries[book.lastNumber] = entry
            if entry.takesTurns { book.lineUp(book.lastNumber, before: cause) }
            return book.lastNumber
        }
        return Activity(ledger: self, number: number)
    }

    /// Cancels an action, or the action that a branch belongs to, if it has not ended.
    @MainActor
    package func cancel(_ number: Int) {
        let cancel = look { book in
            var entry = book.entries[number]
            while let parent = entry?.parent { entry = book.entries[parent] }
            return entry?.cancel
        }
        cancel?()
    }

    func end(_ number: Int, resuming other: Parking?) {
        locked { book in
            guard let entry = book.entries.removeValue(forKey: number) else { return }
            if entry.ticket == 0 { book.stop(number, entry) }
            if let other { book.resume(other.number, ticket: other.ticket) }
            guard let parent = entry.parent else { return }
            book.entries[parent]?.unheardBranches += 1
            if let ticket = book.entries[parent]?.branchTicket { book.resume(parent, ticket: ticket) }
        }
    }

    func park(_ number: Int, in step: String, onSystemClock: Bool = false) -> Parking? {
        locked { book in
            guard let ticket = book.park(number, in: step) else { return nil }
            book.entries[number]?.isOnSystemClock = onSystemClock
            return Parking(ledger: self, number: number, ticket: ticket)
        }
    }

    /// Parks until a branch ends. Does not, if one has ended that the caller has not heard of.
    func parkForBranches(_ number: Int) {
        locked { book in
            guard book.entries[number]?.unheardBranches == 0 else { return }
            let ticket = book.park(number, in: "waiting for its parallel branches")
            book.entries[number]?.branchTicket = ticket
        }
    }

    func resume(_ parking: Parking) {
        locked { $0.resume(parking.number, ticket: parking.ticket) }
    }

    func change<Result: Sendable>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        locked { book in
            guard var entry = book.entries[number] else { return nil }
            let result = body(&entry)
            book.entries[number] = entry
            return result
        }
    }

    /// Waits no longer for what can run by the book: it waits for something that nobody accounts for.
    ///
    /// - Returns: What it was.
    package func giveUp() -> [Line] {
        let stuck = lines.filter(\.isRunnable)
        locked { book in
            for line in stuck where book.entries[line.number]?.ticket == 0 && book.awaitingTurn[line.number] == nil {
                _ = book.park(line.number, in: line.lastStep)
            }
        }
        return stuck
    }
}

extension ActivityLedger.Book {
    mutating func park(_ number: Int, in step: String) -> UInt64? {
        guard let entry = entries[number] else { return nil }
        if entry.ticket == 0 { stop(number, entry) }
        lastTicket += 1
        entries[number]?.ticket = lastTicket
        entries[number]?.lastStep = step
        return lastTicket
    }

    mutating func resume(_ number: Int, ticket: UInt64) {
        guard ticket != 0, let entry = entries[number], entry.ticket == ticket else { return }
        entries[number]?.ticket = 0
        entries[number]?.lastStep.append(", which has answered")
        runnable += 1
        if entry.takesTurns { turns.append(number) }
    }

    /// It can no longer run.
    mutating func stop(_ number: Int, _ entry: ActivityLedger.Entry) {
        runnable -= 1
        if entry.takesTurns, let index = turns.firstIndex(of: number) { turns.remove(at: index) }
    }

    /// Gives a turn to what begins: right before the activity that has made it begin, which may wait for it, else after
    /// everything that can run.
    mutating func lineUp(_ number: Int, before cause: Int?) {
        turns.insert(number, at: cause.flatMap { turns.firstIndex(of: $0) } ?? turns.endIndex)
    }
}
