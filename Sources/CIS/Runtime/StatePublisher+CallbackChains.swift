extension StatePublisher {
    /// The callback chain of an action that is executed now, if it belongs to one.
    func chain(to action: some Sendable) -> CallbackChain? {
        // A task that outlives its action has suspended, so it does not continue the chain.
        let caller = ActionContext.current.flatMap { $0.action.isFinished ? nil : $0.action }
        // Inside a commit of this scene, or of the scene whose action executes this one. The second check is needed if
        // every start is deferred, because the first scene's commit is then over before the second scene's action
        // begins.
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
