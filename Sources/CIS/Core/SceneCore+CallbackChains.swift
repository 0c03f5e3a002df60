extension SceneCore {
    /// The callback chain of an action that is executed now, if it belongs to one.
    func chain(to action: some Sendable) -> CallbackChain? {
        // A task that outlives its action has suspended, so it does not continue the chain.
        let caller = ActionContext.action.flatMap { $0.isFinished ? nil : $0 }
        // The action is executed inside a commit of this scene, or inside a commit of the scene whose action executes
        // it. The second check finds loops across two scenes if every start is deferred, because this scene's own
        // commit is then over already.
        let isCallback = flags.contains(.publishing) || caller?.isInsideCommit ?? false
        guard isCallback || caller?.chain != nil else { return nil }
        return .chain(after: caller?.chain, to: action, isCallback: isCallback)
    }

    func reportRunaway(_ chain: CallbackChain, action: some Sendable, at site: CallSite) {
        events?.report(.dropped(.action, action, reason: .runaway), cause: currentCause, at: site)
        report(
            SceneDiagnostic(
                kind: .runawayActions(cycle: chain.cycle), scene: identity, subject: action, callSite: site))
    }
}
