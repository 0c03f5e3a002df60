/// What hosts in other languages need.
extension SceneRuntime {
    /// Executes an action like ``execute(_:fileID:line:)``, and reports once how it has ended.
    ///
    /// - Parameter onEnd: Called on the main actor when the action ends: before this returns if the action does not suspend. It
    ///   must not execute actions or mutations.
    @discardableResult
    package func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line,
        onEnd: @escaping (ActionEnd) -> Void
    ) -> Task<Void, Never> {
        start(
            action, policy: nil, parent: nil, at: CallSite(fileID: fileID, line: line), endWatch: ActionEndWatch(onEnd))
    }

    /// Counts changes of ``children``: while it stays the same, so do they.
    package var childrenVersion: Int { publisher.extras?.children.version ?? 0 }
}
