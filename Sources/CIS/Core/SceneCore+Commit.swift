/// Functions for mutations on the general path, and for the end of a commit.
extension SceneCore {
    var events: SceneEventEmitter? { extras?.events }

    var identity: SceneIdentity {
        SceneIdentity(number: sceneNumber, type: definition, knownPlace: entry?.place)
    }

    /// The event that is the cause of an action or mutation executed now.
    var currentCause: SceneEvent.ID? {
        guard !SceneTracing.isOff else { return nil }
        if let cause = SceneTracing.synchronousCause { return cause }
        return ActionContext.action.flatMap { ActionContext.cause(within: $0) }
    }

    /// Returns the reason why a mutation must not be applied: its action was cancelled or the scene was stopped (the
    /// two reasons of guarantee G7), or its revision is stale. Returns `nil` if the mutation may be applied.
    func reasonToDrop(evenIfCancelled: Bool, basedOn revision: Revision?) -> DropReason? {
        // Cancellation is checked first, because a mutation is not a programmer error if its action was running when
        // the scene was stopped.
        if !evenIfCancelled, flags.contains(.acting), isActionCancelled { return .cancelled }
        if flags.contains(.stopped) {
            // Clean-up cannot know that its scene was stopped, so it is not a programmer error.
            if evenIfCancelled { return .cancelled }
            // An action that stops its own scene before its first suspension is not cancelled, because it is not
            // registered yet.
            let isActing = ActionContext.action(of: sceneNumber).map { !$0.isFinished } ?? false
            return isActing ? .cancelled : .stopped
        }
        if let revision {
            // Queued mutations are applied first and may change the domain state. In that case the caller has to
            // compute again.
            let isNext = extras?.queue.isEmpty ?? true
            if !isNext || revision.number != (extras?.domainRevision ?? 0) { return .stale }
        }
        return nil
    }

    /// Reports a mutation that is executed after its action has finished. Only in debug builds and traced scenes.
    func reportLateMutation(_ mutation: some Sendable, at site: CallSite) {
        guard !flags.isDisjoint(with: .checked | .traced),
            let action = ActionContext.action(of: sceneNumber), action.isFinished
        else { return }
        report(
            SceneDiagnostic(
                kind: .mutationAfterAction, scene: identity, subject: mutation, callSite: site, action: action.action,
                actionCallSite: action.callSite))
    }

    func reportDrop(
        _ dropped: SceneEvent.Dropped, of value: some Sendable, reason: DropReason, cause: SceneEvent.ID? = nil,
        at site: CallSite
    ) {
        events?.report(.dropped(dropped, value, reason: reason), cause: cause ?? currentCause, at: site)
        // Building a diagnostic costs more than the rest of a drop. It is skipped if the reporter would ignore it.
        guard !reporter.ignores(reason) else { return }
        let action = ActionContext.action(of: sceneNumber)
        let kind: SceneDiagnostic.Kind =
            switch dropped {
            case .action: .actionDropped(reason)
            case .mutation: .mutationDropped(reason)
            }
        report(
            SceneDiagnostic(
                kind: kind, scene: identity, subject: value, callSite: site, action: action?.action,
                actionCallSite: action?.callSite))
    }

    @usableFromInline
    func report(_ diagnostic: SceneDiagnostic) {
        reporter.report(diagnostic)
    }

    func enqueue(_ apply: @escaping () -> Void) {
        ensureExtras().queue.append(apply)
        flags.insert(.unfinished)
    }

    /// Applies the mutations that were executed during the commit, and removes ended observers. The caller has set the
    /// publishing flag.
    @usableFromInline
    func finishPublishing() {
        var applied = 0
        repeat {
            flags.remove(.unfinished)
            while let apply = extras?.queue.popFirst() {
                apply()
                applied += 1
                if applied == Self.suspiciousCount {
                    report(SceneDiagnostic(kind: .runawayMutations(count: applied), scene: identity))
                }
            }
            pruneObservers()
        } while flags.contains(.unfinished)
    }

    /// If so many mutations are executed during one commit, this is reported once. The mutations are not dropped,
    /// because that would lose work.
    private static var suspiciousCount: Int { 10_000_000 }
}
