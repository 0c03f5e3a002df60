extension ActionScheduler {
    /// An action that was submitted.
    package struct Request: Equatable {
        package let id: ID
        package let group: GroupID
        package let policy: ActionPolicy
        /// The actions of this scene that execute this one: the innermost action, and those that wait for the
        /// innermost.
        package var callers: Set<ID>
        /// Whether the callers wait for this action.
        package var isAwaited: Bool

        /// - Parameter id: Greater than that of every request before.
        package init(
            id: ID, group: GroupID, policy: ActionPolicy, callers: Set<ID> = [], isAwaited: Bool = false
        ) {
            self.id = id
            self.group = group
            self.policy = policy
            self.callers = callers
            self.isAwaited = isAwaited
        }
    }

    /// Something that the caller has to do now. Decisions are carried out in the order in which they are returned.
    package enum Decision: Equatable {
        case start(ID)
        case drop(ID, DropReason)
        case cancel(ID, DropReason)
    }

    enum Timer {
        case timeout(ID)
        /// The debounce of the group ends.
        case quiet(GroupID)
        /// The throttle window of the group closes.
        case window(GroupID)
    }
}
