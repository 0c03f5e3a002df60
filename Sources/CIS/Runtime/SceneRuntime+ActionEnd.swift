/// Support for hosts in other languages: reports how an action ended and whether the children have changed.
extension SceneRuntime {
    /// Executes an action like ``execute(_:fileID:line:)``, and reports once how it ended.
    ///
    /// - Parameter onEnd: Called on the main actor when the action ends. If the action does not suspend, this is before
    ///   the function returns. It must not execute actions or mutations.
    @discardableResult
    package func execute(
        _ action: Definition.Action, fileID: StaticString = #fileID, line: UInt = #line,
        onEnd: @escaping (ActionEnd) -> Void
    ) -> Task<Void, Never> {
        start(action, at: CallSite(fileID: fileID, line: line), endWatch: ActionEndWatch(onEnd))
    }

    /// A number that changes whenever ``children`` changes.
    package var childrenVersion: Int { publisher.extras?.children.version ?? 0 }
}
