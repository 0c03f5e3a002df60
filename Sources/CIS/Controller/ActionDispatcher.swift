/// Carries out what the scheduler of one scene decides: made when the first action with a policy is executed.
@MainActor
final class ActionDispatcher {
    /// What is known of an action until it has ended.
    private struct Entry {
        let record: ActionRecord
        let action: any Sendable
        let permit: StartPermit
    }

    private var scheduler = ActionScheduler()
    private var entries: [ActionScheduler.ID: Entry] = [:]
    private var lastID: ActionScheduler.ID = 0
    private let clock: RuntimeClock
    private let cancel: (any Sendable, ActionRecord, DropReason) -> Void
    /// Waits for the scheduler's next deadline.
    private var alarm: (task: Task<Void, Never>, time: Duration)?

    /// - Parameter cancel: Cancels a running action.
    init(clock: RuntimeClock, cancel: @escaping (any Sendable, ActionRecord, DropReason) -> Void) {
        self.clock = clock
        self.cancel = cancel
    }

    deinit {
        alarm?.task.cancel()
    }

    /// The number of actions that are known: running, waiting or held.
    var count: Int { entries.count }

    /// How an action that was submitted goes on.
    enum Answer {
        case start
        case drop(DropReason)
        case wait(StartPermit)
    }

    func submit(_ action: some Sendable, policy: ActionPolicy, record: ActionRecord, executor: ActionRecord?) -> Answer {
        lastID += 1
        let id = lastID
        let group = policy.group ?? GroupID(caseOf: action)
        record.scheduled = (id, group)
        var request = ActionScheduler.Request(id: id, group: group, policy: policy, executor: executor?.scheduled?.id)
        var ancestor = record.parent
        while let known = ancestor {
            if known.sceneNumber == record.sceneNumber, let id = known.scheduled?.id { request.ancestors.insert(id) }
            ancestor = known.parent
        }
        let permit = StartPermit(self)
        entries[id] = Entry(record: record, action: action, permit: permit)
        perform(scheduler.submit(request, at: clock.now()))
        switch permit.decision {
        case nil: return .wait(permit)
        case .start: return .start
        case .drop(let reason): return .drop(reason)
        }
    }

    /// An action has ended, whether it had started or not.
    func end(_ record: ActionRecord) {
        guard let (id, group) = record.scheduled, entries.removeValue(forKey: id) != nil else { return }
        let isRunning = scheduler.running[id] != nil
        let time = clock.now()
        perform(isRunning ? scheduler.finish(id, at: time) : scheduler.withdraw(id, from: group, at: time))
    }

    /// An action that waits was cancelled.
    func withdraw(_ record: ActionRecord) {
        guard let (id, group) = record.scheduled else { return }
        perform(scheduler.withdraw(id, from: group, at: clock.now()))
    }

    private func perform(_ decisions: [ActionScheduler.Decision]) {
        for decision in decisions {
            switch decision {
            case .start(let id):
                entries[id]?.permit.decide(.start)
            case .drop(let id, let reason):
                entries.removeValue(forKey: id)?.permit.decide(.drop(reason))
            case .cancel(let id, let reason):
                if let entry = entries[id] { cancel(entry.action, entry.record, reason) }
            }
        }
        setAlarm()
    }

    // MARK: Time

    private func setAlarm() {
        guard let time = scheduler.nextDeadline else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.time == time { return }
        alarm?.task.cancel()
        let clock = self.clock
        let task = ActionContext.$current.withValue(nil) {
            Task { @MainActor [weak self] in
                guard (try? await clock.sleep(time)) != nil, !Task.isCancelled else { return }
                self?.ring(at: time)
            }
        }
        alarm = (task, time)
    }

    /// The clock says that the time has come, whatever it says next.
    private func ring(at time: Duration) {
        alarm = nil
        perform(scheduler.tick(at: max(time, clock.now())))
    }
}
