/// How an action ended, for a front end in another language, which has no task to await.
package enum ActionEnd: Sendable, Equatable {
    /// Its `handle` has returned.
    case finished
    /// Its `handle` has returned, and it was cancelled: by a policy, or for another reason.
    case cancelled(DropReason?)
    /// Its `handle` never ran.
    case dropped(DropReason)
}

/// Told once how an action ended.
@MainActor
final class ActionEndWatch {
    /// Set before the action ends, if it is dropped.
    var dropReason: DropReason?
    private var tell: ((ActionEnd) -> Void)?

    init(_ tell: @escaping (ActionEnd) -> Void) {
        self.tell = tell
    }

    func end(_ end: ActionEnd) {
        let tell = self.tell
        self.tell = nil
        tell?(dropReason.map(ActionEnd.dropped) ?? end)
    }
}

extension SceneRuntime {
    /// Executes an action, as ``execute(_:fileID:line:)`` does, and tells once how it ended, on the main actor: before this
    /// returns if the action does not suspend.
    ///
    /// - Parameter onEnd: Called inside the action's end: must not execute anything.
    @discardableResult
    package func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line,
        onEnd: @escaping (ActionEnd) -> Void
    ) -> Task<Void, Never> {
        start(
            action, policy: nil, parent: nil, at: CallSite(fileID: fileID, line: line), endWatch: ActionEndWatch(onEnd))
    }

    /// Counts the children that were added and removed: while it stays the same, so do ``children``.
    package var childrenVersion: Int { publisher.extras?.children.version ?? 0 }
}
