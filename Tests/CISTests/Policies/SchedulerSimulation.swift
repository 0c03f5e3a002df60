import CIS
import TestSupport

/// A scheduler with random events. The model receives the same events, and the checker every event and decision.
struct SchedulerSimulation {
    /// The history, if it is recorded. Recording takes longer than everything else.
    private(set) var history: [String]?
    private(set) var eventCount = 0
    let checker = SchedulerLawChecker()
    private var scheduler = NumberedScheduler()
    private var model = SchedulerModel()
    private var dice: Dice
    private let mix: PolicyMix
    private var clock = 0
    private var lastID: UInt64 = 0
    /// The running actions, with their callers.
    private var drafts: [UInt64: ActionDraft] = [:]

    init(_ mix: PolicyMix, seed: UInt64, keepsHistory: Bool = false) {
        self.mix = mix
        history = keepsHistory ? [] : nil
        dice = Dice(seed: seed)
    }

    /// The first difference from the model or violation of a law.
    var failure: String? { checker.violations.first }

    // MARK: Random events

    mutating func step() {
        moveClock()
        let running = model.runningIDs
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<45 where model.actions.count < 24: submit()
        case 45..<70: if let id = running.randomElement(using: &dice), mayFinish(id) { finish(id) }
        case 70..<78: withdraw(model.pendingIDs.randomElement(using: &dice) ?? UInt64.random(in: 0...9, using: &dice))
        case 78: finish(lastID + 1)
        default: tick()
        }
    }

    /// Finishes all actions, and lets time pass until the last deadline.
    mutating func settle() {
        while failure == nil {
            if let id = model.runningIDs.first {
                finish(id)
            } else if let next = model.nextTime {
                clock = max(clock, next)
                tick(atDeadline: true)
            } else {
                break
            }
        }
        checker.demand(checker.entries.isEmpty, "every action starts or is dropped: \(checker.entries.map(\.draft))")
        clock += 1_000
        tick(atDeadline: true)
        checker.demand(scheduler.nextDeadline == nil, "no deadline is left when all is done")
        checker.demand(scheduler.groupCount == 0, "no group is left when all is done")
        checker.demand(
            scheduler.runningIDs.isEmpty && scheduler.pendingCount == 0, "no action is left when all is done")
    }

    private mutating func moveClock() {
        let isJumpingBack = Int.random(in: 0..<12, using: &dice) == 0
        clock += isJumpingBack ? -Int.random(in: 1...20, using: &dice) : Int.random(in: 0...3, using: &dice)
    }

    private mutating func submit() {
        lastID += 1
        var draft = ActionDraft(id: lastID, group: Int.random(in: 0..<3, using: &dice), spec: mix.spec(&dice))
        if mix.nests, Int.random(in: 0..<3, using: &dice) > 0 {
            let caller = model.runningIDs.randomElement(using: &dice).flatMap { drafts[$0] }
            if let caller {
                draft.callers = (caller.isAwaited ? caller.callers : []).union([caller.id])
                draft.isAwaited = Bool.random(using: &dice)
            }
        }
        drafts[lastID] = draft
        history?.append("at \(clock): submit \(draft)")
        let decisions = scheduler.submit(draft.request, at: .nanoseconds(clock))
        checker.noteTime(clock)
        checker.noteSubmission(draft)
        checker.note(decisions, of: draft)
        checker.checkDue()
        compare(decisions, model.submit(draft, at: clock))
    }

    /// The actions that it runs have to finish first, except for a few that have escaped.
    private mutating func mayFinish(_ id: UInt64) -> Bool {
        let isAwaiting = model.actions.contains { $0.draft.isAwaited && $0.draft.callers.contains(id) }
        return !isAwaiting || Int.random(in: 0..<20, using: &dice) == 0
    }

    private mutating func finish(_ id: UInt64) {
        history?.append("at \(clock): finish \(id)")
        let decisions = scheduler.finish(id, at: .nanoseconds(clock))
        checker.noteTime(clock)
        checker.noteFinish(id)
        checker.note(decisions)
        drafts[id] = nil
        compare(decisions, model.finish(id, at: clock))
    }

    private mutating func withdraw(_ id: UInt64) {
        history?.append("at \(clock): withdraw \(id)")
        let decisions = scheduler.withdraw(id, at: .nanoseconds(clock))
        checker.noteTime(clock)
        checker.note(decisions)
        compare(decisions, model.withdraw(id, at: clock))
    }

    private mutating func tick(atDeadline: Bool = false) {
        if !atDeadline, let next = model.nextTime, Bool.random(using: &dice) {
            // Exactly at the deadline, or right before it.
            clock = Bool.random(using: &dice) ? next : next - 1
        }
        history?.append("at \(clock): tick")
        let decisions = scheduler.tick(at: .nanoseconds(clock))
        checker.noteTime(clock)
        checker.note(decisions)
        checker.checkDue()
        compare(decisions, model.tick(at: clock))
    }

    // MARK: The model

    private mutating func compare(
        _ decisions: [NumberedScheduler.Decision], _ expected: [NumberedScheduler.Decision]
    ) {
        eventCount += 1
        history?.append("    \(decisions)")
        checker.demand(decisions == expected, "the model decides \(expected)")
        checker.demand(scheduler.runningIDs == model.runningIDs, "the model runs \(model.runningIDs)")
        checker.demand(scheduler.pendingCount == model.pendingIDs.count, "the model holds \(model.pendingIDs)")
        if let time = model.nextTime {
            let isAwake = scheduler.nextDeadline.map { $0 <= .nanoseconds(time) } ?? false
            checker.demand(isAwake, "the alarm is set for \(time) or before")
        }
    }
}
