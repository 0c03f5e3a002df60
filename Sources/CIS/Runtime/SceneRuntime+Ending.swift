/// How an action ended, and whether children came or went, for front ends in other languages.
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
