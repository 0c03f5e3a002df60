internal import CIS

/// Recording that tasks begin, suspend, resume and end.
extension QuiescenceTracker: SceneInstrumentation {
    func begin(_ subject: any Sendable, as kind: TrackedTask.Kind, parent: Int?) -> TrackedTask {
        let cause = parent ?? (TrackedTask.current?.tracker === self ? TrackedTask.current?.number : nil)
        let source = kind == .source && executor != nil ? subject as? TrackedSource : nil
        let number = update { state in
            if let source { state.sources.append(source) }
            state.lastNumber += 1
            state.runnable += 1
            let entry = Entry(kind: kind, subject: subject, parent: parent)
            state.entries[state.lastNumber] = entry
            // Directly before the task that has started it, because that task may wait for the new one.
            if entry.isOrdered { state.order.insert(state.lastNumber, before: cause) }
            return state.lastNumber
        }
        return TrackedTask(instrumentation: self, number: number)
    }

    /// Cancels an action, or the action that a branch belongs to, if it has not ended.
    @MainActor
    func cancel(_ number: Int) {
        let cancel = read { state in
            var entry = state.entries[number]
            while let parent = entry?.parent { entry = state.entries[parent] }
            return entry?.cancel
        }
        cancel?()
    }

    func end(_ number: Int, resuming other: Suspension?) {
        if let other { onAwaitedEnd?(number, other.task) }
        update { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            state.systemSleepers.remove(number)
            if entry.suspensionID == 0 { state.stop(number, entry) }
            if let other { state.resume(other.task.number, suspensionID: other.id) }
            guard let parent = entry.parent, entry.kind != .shared else { return }
            state.entries[parent]?.unreceivedBranches += 1
            if let suspensionID = state.entries[parent]?.branchSuspensionID {
                state.resume(parent, suspensionID: suspensionID)
            }
        }
    }

    func setCancellation(of number: Int, _ cancel: @escaping @MainActor @Sendable () -> Void) {
        _ = change(number) { $0.cancel = cancel }
    }

    func setTask(_ task: Int?, of number: Int) {
        _ = change(number) { $0.task = task }
    }

    func task(of number: Int) -> Int? {
        read { $0.entries[number]?.task }
    }

    func beginSuspension(of number: Int, in step: String, onSystemClock: Bool) -> UInt64? {
        update { state in
            if onSystemClock, state.entries[number] != nil { state.systemSleepers.insert(number) }
            return state.beginSuspension(number, in: step, onSystemClock: onSystemClock)
        }
    }

    func beginBranch(_ index: Int, isLimit: Bool, of number: Int) -> TrackedTask {
        beginPart(isLimit ? "time limit" : "branch \(index + 1)", as: isLimit ? .limit : .branch, of: number)
    }

    func beginShared(of number: Int) -> TrackedTask {
        beginPart("shared call", as: .shared, of: number)
    }

    private func beginPart(_ name: String, as kind: TrackedTask.Kind, of number: Int) -> TrackedTask {
        let subject = read { state in state.entries[number].map { "\($0.subject)" } } ?? "?"
        return begin("\(subject), \(name)", as: kind, parent: number)
    }

    func beginSuspensionForBranches(of number: Int) {
        update { state in
            guard state.entries[number]?.unreceivedBranches == 0 else { return }
            let suspensionID = state.beginSuspension(number, in: "waiting for its parallel branches")
            state.entries[number]?.branchSuspensionID = suspensionID
        }
    }

    func resume(_ number: Int, from suspension: UInt64) {
        update { $0.resume(number, suspensionID: suspension) }
    }

    func didReceiveBranch(of number: Int) {
        _ = change(number) { $0.unreceivedBranches -= 1 }
    }

    // MARK: Messages

    var watchesDomainReads: Bool { onDomainRead != nil }

    func didCreate(_ scene: any InspectableScene) { onScene?(scene) }

    func didReadDomainState(ofScene number: UInt64, in task: TrackedTask) { onDomainRead?(number, task) }

    func didRegister(_ closure: RegisteredClosure) { onRegistration?(closure) }

    func didSleepOnSystemClock(_ number: Int) { onSystemSleep?(number) }
}

extension QuiescenceTracker {
    /// Begins a suspension, unless the task is suspended already.
    func beginSuspensionIfRunnable(of task: TrackedTask, in step: String) -> Suspension? {
        update { state in
            guard state.entries[task.number]?.suspensionID == 0 else { return nil }
            return state.beginSuspension(task.number, in: step).map { Suspension(of: task, id: $0) }
        }
    }

    /// Changes the entry of a task, if it has not ended.
    func change<Result: Sendable>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        update { state in
            guard var entry = state.entries[number] else { return nil }
            let result = body(&entry)
            state.entries[number] = entry
            return result
        }
    }

    /// Counts every runnable task as suspended, because each of them waits for something that is not reported to the
    /// tracker.
    ///
    /// - Returns: Those tasks.
    func giveUp() -> [TaskReport] {
        let stuck = reports.filter(\.isRunnable)
        update { state in
            for report in stuck
            where state.entries[report.number]?.suspensionID == 0 && state.waitingUntilFirst[report.number] == nil {
                _ = state.beginSuspension(report.number, in: report.lastStep)
            }
        }
        return stuck
    }
}

extension QuiescenceTracker.State {
    // The entry is looked up and stored once, because an exploration counts thousands of suspensions a second.
    mutating func beginSuspension(_ number: Int, in step: String, onSystemClock: Bool = false) -> UInt64? {
        guard var entry = entries[number] else { return nil }
        if entry.suspensionID == 0 { stop(number, entry) }
        lastSuspensionID += 1
        entry.suspensionID = lastSuspensionID
        entry.isOnSystemClock = onSystemClock
        entry.lastStep = step
        entries[number] = entry
        return lastSuspensionID
    }

    mutating func resume(_ number: Int, suspensionID: UInt64) {
        guard suspensionID != 0, var entry = entries[number], entry.suspensionID == suspensionID else { return }
        entry.suspensionID = 0
        entry.hasAnswered = true
        entries[number] = entry
        systemSleepers.remove(number)
        runnable += 1
        if entry.isOrdered { order.insert(number) }
    }

    /// Stops counting a task as runnable.
    mutating func stop(_ number: Int, _ entry: QuiescenceTracker.Entry) {
        runnable -= 1
        if entry.isOrdered { order.remove(number) }
    }
}
