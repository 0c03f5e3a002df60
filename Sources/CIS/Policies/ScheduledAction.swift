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
    /// The action whose slot it shares. `nil` if it has its own.
    private var slotOwner: ScheduledAction?
    /// How many actions are in its slot, including itself.
    private var slotMemberCount = 0
    // The small properties are together, and last, because every property begins at a multiple of its size.
    /// Whether the callers wait for this action.
    package let isAwaited: Bool
    package internal(set) var stage = Stage.submitted

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
    var sharesSlot: Bool { slotOwner != nil }
    var slot: ScheduledAction { slotOwner ?? self }

    /// A caller of its group that waits for it, and whose slot it can share.
    var callerWithSlot: ScheduledAction? {
        guard isAwaited, !callers.isEmpty else { return nil }
        return callers.first { $0.isRunning && $0.group == group }
    }

    func isExecuted(by action: ScheduledAction) -> Bool {
        callers.contains { $0 === action }
    }

    /// Takes a slot, or shares the slot of another action.
    func start(in slot: ScheduledAction?) {
        stage = .running
        callers = []
        slotOwner = slot
        self.slot.slotMemberCount += 1
    }

    /// Returns whether its slot is free now.
    func leaveSlot() -> Bool {
        let slot = self.slot
        slot.slotMemberCount -= 1
        slotOwner = nil
        return slot.slotMemberCount == 0
    }

    func end() {
        stage = .ended
        callers = []
    }
}

extension [ScheduledAction] {
    func oldestFirst() -> [ScheduledAction] {
        count < 2 ? self : sorted { $0.id < $1.id }
    }
}
