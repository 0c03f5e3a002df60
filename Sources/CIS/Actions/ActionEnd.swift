/// How an action has ended. Used by front ends in other languages, which have no task to await.
package enum ActionEnd: Sendable, Equatable {
    /// Its `handle` has returned.
    case finished
    /// Its `handle` has returned, and the action was cancelled. The reason is known only if a policy has cancelled it.
    case cancelled(DropReason?)
    /// Its `handle` never ran.
    case dropped(DropReason)
}

/// Calls a function once when an action ends, and knows whether the action still waits for its start.
@MainActor
final class ActionEndWatch {
    /// Set before the action ends, if it is dropped.
    var dropReason: DropReason?
    /// The action, from its creation on. `nil` again when nothing runs it any more.
    weak var record: ActionRecord?
    private var tell: ((ActionEnd) -> Void)?

    init(_ tell: @escaping (ActionEnd) -> Void) {
        self.tell = tell
    }

    /// Whether the action has been executed and has neither begun nor ended.
    var isWaiting: Bool { record.map { !$0.hasBegun && !$0.isFinished } ?? false }

    func end(_ end: ActionEnd) {
        let tell = self.tell
        self.tell = nil
        tell?(dropReason.map(ActionEnd.dropped) ?? end)
    }
}
