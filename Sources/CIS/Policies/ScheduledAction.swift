/// An action that was submitted to a scheduler.
///
/// A class, because its group and its deadlines share it and therefore need no lookup by number.
package class ScheduledAction {
    package enum Stage {
        /// The scheduler has not decided yet.
        case submitted
        /// The action waits for a free slot of its group.
        case waiting
        /// The action is held back by a debounce or a throttle.
        case held
        case running
        /// The action has finished or was dropped.
        case ended
    }

    /// Identifies the action. Greater than the id of every action that was submitted before.
    package let id: UInt64
    package let group: GroupID
    package let policy: ActionPolicy
    /// Its callers in this scene: the action in whose task it is executed, and the actions that wait for that one.
    /// Empty after it has started, because otherwise an endless chain of actions would keep all previous ones in
    /// memory.
    package private(set) var callers: [ScheduledAction]
    /// Its index among the running actions of its group.
    fileprivate var place = 0
    /// The action whose slot it shares. `nil` if it has its own.
    private var host: ScheduledAction?
    /// How many actions are in its slot, including itself.
    private var guestCount = 0
    // The small properties are together, and last, because every property begins at a multiple of its size.
    /// Whether the callers wait for this action.
    package let isAwaited: Bool
    package private(set) var stage = Stage.submitted
    /// Whether a policy has cancelled it.
    fileprivate(set) var isCancelled = false

    package init(
        id: UInt64, group: GroupID, policy: ActionPolicy, callers: [ScheduledAction] = [], isAwaited: Bool = false
    ) {
        self.id = id
        self.group = group
        self.policy = policy
        self.callers = callers
        self.isAwaited = isAwaited
    }

    package var isRunning: Bool { stage == .running }
    /// Whether it shares the slot of one of its callers.
    var sharesSlot: Bool { host != nil }
    /// The action that owns its slot.
    var slot: ScheduledAction { host ?? self }

    /// A caller of its group that waits for it, and whose slot it can share.
    var callerWithSlot: ScheduledAction? {
        guard isAwaited, !callers.isEmpty else { return nil }
        return callers.first { $0.isRunning && $0.group == group }
    }

    func isExecuted(by action: ScheduledAction) -> Bool {
        callers.contains { $0 === action }
    }

    func wait() { stage = .waiting }
    func hold() { stage = .held }

    /// Takes a slot, or shares the slot of another action.
    fileprivate func start(in slot: ScheduledAction?) {
        stage = .running
        callers = []
        host = slot
        self.slot.guestCount += 1
    }

    /// Returns whether its slot is free now.
    fileprivate func leaveSlot() -> Bool {
        let slot = self.slot
        slot.guestCount -= 1
        host = nil
        return slot.guestCount == 0
    }

    func end() {
        stage = .ended
        callers = []
    }
}

extension [ScheduledAction] {
    /// The actions in the order of submission.
    func oldestFirst() -> [ScheduledAction] {
        count < 2 ? self : sorted { $0.id < $1.id }
    }
}

/// The running actions of a group. All functions are O(1), except those that concern all actions.
struct RunningActions {
    /// The number of taken slots.
    private(set) var slotCount = 0
    private var uncancelled: [ScheduledAction] = []
    /// The actions that a policy has cancelled. They are stored separately, so that a policy that cancels need not
    /// check them again.
    private var cancelled: [ScheduledAction] = []

    var isEmpty: Bool { uncancelled.isEmpty && cancelled.isEmpty }
    /// All running actions, oldest first.
    var all: [ScheduledAction] { (uncancelled + cancelled).oldestFirst() }

    /// - Parameter slot: The action whose slot the new action shares, or `nil`.
    mutating func start(_ action: ScheduledAction, sharing slot: ScheduledAction?) {
        action.start(in: slot)
        if slot == nil { slotCount += 1 }
        Self.insert(action, into: &uncancelled)
    }

    /// Frees the slot when the last action that shares it has left.
    mutating func finish(_ action: ScheduledAction) {
        if action.isCancelled { Self.remove(action, from: &cancelled) } else { Self.remove(action, from: &uncancelled) }
        if action.leaveSlot() { slotCount -= 1 }
        action.end()
    }

    /// Marks a running action as cancelled. Returns `false` if it was cancelled before.
    mutating func cancel(_ action: ScheduledAction) -> Bool {
        guard !action.isCancelled else { return false }
        Self.remove(action, from: &uncancelled)
        action.isCancelled = true
        Self.insert(action, into: &cancelled)
        return true
    }

    /// Marks all actions as cancelled, except those that execute the new one, and records the cancellations, oldest
    /// first.
    mutating func cancelAll(for newcomer: ScheduledAction, _ decisions: inout [ActionScheduler.Decision]) {
        // The usual case. It needs no array.
        if uncancelled.count == 1, newcomer.callers.isEmpty {
            guard let victim = uncancelled.popLast() else { return }
            victim.isCancelled = true
            Self.insert(victim, into: &cancelled)
            return decisions.append(.cancel(victim, .replaced))
        }
        for victim in uncancelled.oldestFirst() where !newcomer.isExecuted(by: victim) {
            _ = cancel(victim)
            decisions.append(.cancel(victim, .replaced))
        }
    }

    /// Releases memory that was needed when there were many actions.
    mutating func shrink() {
        if uncancelled.isEmpty, uncancelled.capacity > Self.keptCapacity { uncancelled = [] }
        if cancelled.isEmpty, cancelled.capacity > Self.keptCapacity { cancelled = [] }
    }

    private static var keptCapacity: Int { 16 }

    private static func insert(_ action: ScheduledAction, into actions: inout [ScheduledAction]) {
        action.place = actions.count
        actions.append(action)
    }

    /// Removes an action. The last action takes its place.
    private static func remove(_ action: ScheduledAction, from actions: inout [ScheduledAction]) {
        guard let last = actions.popLast(), last !== action else { return }
        last.place = action.place
        actions[action.place] = last
    }
}
