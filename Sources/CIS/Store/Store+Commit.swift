// How a mutation is committed. The steps are written twice, side by side, because the fast path has to be inlined into
// clients:
//
//   fast path      release builds; no commit in progress, the scene neither stopped nor traced, no domain snapshot
//                  taken, and the action that executes the mutation not cancelled
//   general path   everything else, and every mutation of a debug build
//
// Both make the same steps in the same order: change the state, count the commit, notify observers, perform side
// effects, apply queued mutations. `PathComparisonTests` compares them event by event.

// MARK: - The fast path

extension Store {
    /// Applies a mutation; see ``MutationReceiver/execute(_:fileID:line:)``.
    @inlinable
    public func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite) {
        let publisher = self.publisher
        if publisher.mayCommitOnFastPath {
            commitOnFastPath(mutation, in: publisher)
        } else {
            executeOnGeneralPath(mutation, evenIfCancelled: evenIfCancelled, basedOn: nil, at: site)
        }
    }

    // This is a function of its own so that the publisher is an argument, which the compiler does not retain. If these
    // lines were in `execute`, the compiler would retain the publisher, which takes 49 of 130 instructions of a
    // mutation (W1e of `.ci/check-performance.sh`).
    @inlinable
    @inline(__always)
    func commitOnFastPath(_ mutation: Mutation, in publisher: StatePublisher<State>) {
        publisher.flags.insert([.publishing, .mutating])
        Self.mutate(&publisher.storage.pointee, by: mutation)
        publisher.flags.remove(.mutating)
        publisher.commitNumber &+= 1
        if !publisher.flags.isDisjoint(with: [.observed, .tracked]) { publisher.notify() }
        withBorrowed(publisher.storage) { state in sideEffects(of: mutation, on: state) }
        if publisher.flags.contains(.unfinished) { publisher.finishPublishing() }
        publisher.flags.remove(.publishing)
    }

    // MARK: - The general path

    /// Applies, queues or drops a mutation. Returns `false` if it was dropped.
    @usableFromInline
    @discardableResult
    func executeOnGeneralPath(
        _ mutation: Mutation, evenIfCancelled: Bool, basedOn revision: Revision?, at site: CallSite
    ) -> Bool {
        let publisher = self.publisher
        if let reason = publisher.reasonToDrop(evenIfCancelled: evenIfCancelled, basedOn: revision) {
            publisher.reportDrop(.mutation, of: mutation, reason: reason, at: site)
            return false
        }
        publisher.reportLateMutation(mutation, at: site)
        let cause = SceneEvent.currentCause
        guard publisher.flags.contains(.publishing) else {
            publisher.flags.insert(.publishing)
            commit(mutation, cause: cause, at: site)
            if publisher.flags.contains(.unfinished) { publisher.finishPublishing() }
            publisher.flags.remove(.publishing)
            return true
        }
        if publisher.flags.contains(.selecting) { publisher.report(.mutatedInSelector, mutation, at: site) }
        publisher.enqueue { [self] in
            if publisher.flags.contains(.stopped) {
                let reason: DropReason = evenIfCancelled ? .cancelled : .stopped
                publisher.reportDrop(.mutation, of: mutation, reason: reason, at: site)
            } else {
                commit(mutation, cause: cause, at: site)
            }
        }
        return true
    }

    /// Makes one commit in the documented order, with its events. The caller has set the publishing flag.
    private func commit(_ mutation: Mutation, cause: SceneEvent.ID?, at site: CallSite) {
        let publisher = self.publisher
        let events = publisher.events
        let applied = events?.begin(.mutation(mutation), cause: cause, at: site)
        publisher.flags.insert(.mutating)
        Self.mutate(&publisher.storage.pointee, by: mutation)
        publisher.flags.remove(.mutating)
        publisher.commitNumber &+= 1
        publisher.noteDomainChange()
        let committed = events?.begin(.commit(number: publisher.commitNumber), cause: applied?.id)
        publisher.notify()
        committed?.end()
        let performed = events?.begin(.sideEffects(of: mutation), cause: applied?.id)
        withBorrowed(publisher.storage) { state in sideEffects(of: mutation, on: state) }
        performed?.end()
        applied?.end()
    }
}

extension SceneCore {
    /// Returns the reason why a mutation must not be applied: its action was cancelled or the scene was stopped (the
    /// two reasons of guarantee G7), or its revision is stale. Returns `nil` if the mutation may be applied.
    func reasonToDrop(evenIfCancelled: Bool, basedOn revision: Revision?) -> DropReason? {
        // Cancellation is checked first, because a mutation is not a programmer error if its action was running when
        // the scene was stopped.
        if !evenIfCancelled, runningActions > 0, isActionCancelled { return .cancelled }
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
        guard flags.contains(.watched), let action = ActionContext.action(of: sceneNumber), action.isFinished else {
            return
        }
        report(.mutationAfterAction, mutation, at: site, in: action)
    }
}

// MARK: - Other entries

extension Store {
    /// Applies a mutation whose call site is not known.
    @_disfavoredOverload
    public func execute(_ mutation: Mutation) {
        execute(mutation, evenIfCancelled: false, at: CallSite(fileID: "", line: 0))
    }

    /// Applies a mutation whose call site is not known. With `evenIfCancelled: true`, it is also applied if its action
    /// was cancelled.
    @_disfavoredOverload
    public func execute(_ mutation: Mutation, evenIfCancelled: Bool) {
        execute(mutation, evenIfCancelled: evenIfCancelled, at: CallSite(fileID: "", line: 0))
    }

    /// Applies a mutation that was computed from a snapshot, unless the domain state has changed since.
    @discardableResult
    public func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool {
        executeOnGeneralPath(
            mutation, evenIfCancelled: false, basedOn: revision, at: CallSite(fileID: "", line: 0))
    }
}
