import CIS

/// Checks the laws of policies from outside. It sees only the submissions and the decisions.
final class SchedulerLawChecker {
    /// An action that has not ended.
    struct Entry {
        let draft: ActionDraft
        let submitted: Int
        var started: Int?
        /// Whether it runs beside a caller of its own group that waits for it.
        var sharesCallersSlot = false
        var isCancelled = false
    }

    /// The unfinished actions, oldest first.
    private(set) var entries: [Entry] = []
    private(set) var violations: [String] = []
    /// How often each decision was made. A case that never occurs was not tested.
    private(set) var met: [String: Int] = [:]
    private(set) var now = 0
    /// Groups in which an action was held back because of time. The checker cannot always distinguish this from waiting
    /// for a slot.
    private var timedGroups: Set<Int> = []
    /// By group: when the last throttled action with an immediate start has started, and how long no other may start.
    private var lastThrottledStart: [Int: (time: Int, interval: Int)] = [:]
    /// The actions that were cancelled since the last start. The next start must be what cancelled them.
    private var unexplained: [Entry] = []

    // MARK: What happens

    func noteTime(_ time: Int) {
        now = max(now, time)
    }

    func noteSubmission(_ draft: ActionDraft) {
        if !draft.spec.isImmediate { timedGroups.insert(draft.group) }
        entries.append(Entry(draft: draft, submitted: now))
    }

    func noteFinish(_ id: UInt64) {
        entries.removeAll { $0.draft.id == id && $0.started != nil }
    }

    func note(_ decisions: [NumberedScheduler.Decision], of submission: ActionDraft? = nil) {
        for decision in decisions {
            switch decision {
            case .start(let id): noteStart(id)
            case .drop(let id, let reason): noteDrop(id, reason)
            case .cancel(let id, let reason): noteCancel(id, reason)
            }
        }
        demand(unexplained.isEmpty, "a start explains every cancellation: \(unexplained.map(\.draft.id))")
        if let submission { checkLastWins(submission) }
        checkWaiting()
    }

    func demand(_ isKept: Bool, _ law: @autoclosure () -> String) {
        if !isKept { violations.append(law()) }
    }

    // MARK: Decisions

    private func noteStart(_ id: UInt64) {
        met["start", default: 0] += 1
        guard let index = entries.firstIndex(where: { $0.draft.id == id }), entries[index].started == nil else {
            return violations.append("an action starts once, and only if it was submitted and not dropped: \(id)")
        }
        let draft = entries[index].draft
        let rivals = entries.filter { $0.draft.group == draft.group && $0.started != nil }
        entries[index].sharesCallersSlot = draft.isAwaited && rivals.contains { draft.callers.contains($0.draft.id) }
        entries[index].started = now
        if !entries[index].sharesCallersSlot { checkRule(draft, rivals) }
        if draft.spec.rule == .latest {
            let spared = rivals.filter { !$0.isCancelled }.map(\.draft.id)
            demand(
                draft.callers.isSuperset(of: spared), "the latest leaves only its callers alone: \(draft), \(spared)")
        }
        explainCancellations(by: draft)
        checkTime(draft, submitted: entries[index].submitted)
    }

    private func checkRule(_ draft: ActionDraft, _ rivals: [Entry]) {
        switch draft.spec.rule {
        case .concurrent, .latest: break
        case .first: demand(rivals.isEmpty, "the first starts only in an idle group: \(draft)")
        case .limited(let limit):
            let others = rivals.count { !$0.sharesCallersSlot }
            demand(others < limit, "no more than \(limit) run: \(draft) beside \(others)")
            let earlier = entries.prefix { $0.draft.id != draft.id }.filter {
                $0.draft.group == draft.group && $0.started == nil && $0.draft.spec.isImmediate
            }
            let isInLine = !draft.spec.isImmediate || earlier.isEmpty
            demand(isInLine, "first come, first served: \(draft) before \(earlier.map(\.draft.id))")
        }
    }

    private func explainCancellations(by draft: ActionDraft) {
        for entry in unexplained {
            let isRival = entry.draft.group == draft.group && draft.spec.rule == .latest
            let isNamed = entry.draft.group != draft.group && draft.spec.cancelling.contains(entry.draft.group)
            demand(isRival || isNamed, "an action cancels its own group as the latest, or those it names: \(draft)")
            demand(!draft.callers.contains(entry.draft.id), "no action cancels a caller of its own: \(draft)")
        }
        unexplained = []
    }

    private func noteDrop(_ id: UInt64, _ reason: DropReason) {
        met["\(reason)", default: 0] += 1
        guard let index = entries.firstIndex(where: { $0.draft.id == id }), entries[index].started == nil else {
            return violations.append("an action is dropped once, and not after its start: \(id)")
        }
        let draft = entries.remove(at: index).draft
        if reason == .busy {
            let rivals = entries.filter { $0.draft.group == draft.group && $0.started != nil }
            demand(draft.spec.rule == .first && !rivals.isEmpty, "only the first is dropped as busy, if busy: \(draft)")
            let sharesCallersSlot = draft.isAwaited && rivals.contains { draft.callers.contains($0.draft.id) }
            demand(!sharesCallersSlot, "what an action of the group waits for is never dropped as busy: \(draft)")
        }
        if reason == .throttled, case .throttled(_, _, let trailing) = draft.spec.timing {
            demand(!trailing, "an action that may start after the interval is not dropped as throttled: \(draft)")
        }
    }

    private func noteCancel(_ id: UInt64, _ reason: DropReason) {
        met["\(reason)", default: 0] += 1
        guard let index = entries.firstIndex(where: { $0.draft.id == id }), let started = entries[index].started,
            !entries[index].isCancelled
        else { return violations.append("only what runs is cancelled, and once: \(id)") }
        entries[index].isCancelled = true
        if reason == .timedOut {
            let deadline = entries[index].draft.spec.patience.map { started + $0 }
            demand(deadline.map { $0 <= now } ?? false, "no timeout before its deadline: \(id) at \(now)")
        } else {
            unexplained.append(entries[index])
        }
    }

    // MARK: Time

    private func checkTime(_ draft: ActionDraft, submitted: Int) {
        if let quiet = draft.spec.quiet {
            demand(submitted + quiet <= now, "a debounced action starts after the quiet: \(draft) at \(now)")
        }
        guard let interval = draft.spec.interval, draft.spec.limit == nil else { return }
        if let last = lastThrottledStart[draft.group] {
            demand(last.time + last.interval <= now, "one throttled start per interval: \(draft) at \(now)")
        }
        lastThrottledStart[draft.group] = (now, interval)
    }

    /// Called after the decisions about a submission were recorded.
    private func checkLastWins(_ draft: ActionDraft) {
        guard draft.spec.quiet != nil else { return }
        let earlier = entries.filter { entry in
            guard let quiet = entry.draft.spec.quiet, entry.started == nil else { return false }
            return entry.draft.group == draft.group && entry.draft.id < draft.id && entry.submitted + quiet > now
        }
        demand(earlier.isEmpty, "the last debounced action replaces those before: \(earlier.map(\.draft.id))")
    }

    /// Checks that everything that is due has happened. Called after every event at which the scheduler reads the time.
    func checkDue() {
        for entry in entries {
            if let started = entry.started, let patience = entry.draft.spec.patience, !entry.isCancelled {
                demand(now < started + patience, "a timeout cancels at its deadline: \(entry.draft) at \(now)")
            }
            if let quiet = entry.draft.spec.quiet, entry.started == nil, entry.draft.spec.limit == nil {
                demand(now < entry.submitted + quiet, "a debounced action is due at its deadline: \(entry.draft)")
            }
        }
    }

    private func checkWaiting() {
        for group in Set(entries.map(\.draft.group)) where !timedGroups.contains(group) {
            let members = entries.filter { $0.draft.group == group }
            guard let next = members.first(where: { $0.started == nil }) else { continue }
            let running = members.count { $0.started != nil }
            demand(running >= next.draft.spec.limit ?? .max, "nobody waits while there is room: \(next.draft)")
        }
    }
}
