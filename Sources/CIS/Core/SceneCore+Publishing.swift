// What surrounds a commit, which itself is in `Store+Commit.swift`: mutations that wait, reading the state, observers.

extension SceneCore {
    // MARK: Mutations that wait

    /// Keeps a mutation, or another change, until the commit or the notification in progress is over.
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
                    report(.runawayMutations(count: applied))
                }
            }
            pruneObservers()
        } while flags.contains(.unfinished)
    }

    /// If so many mutations are executed during one commit, this is reported once. The mutations are not dropped,
    /// because that would lose work.
    private static var suspiciousCount: Int { 10_000_000 }

    // MARK: - Reading while the state is being changed, changing it while it is being read

    /// Called before the state is read. Ends the program if `mutate` is changing it.
    ///
    /// There is no value to return: keeping the old state would require a copy at every mutation, and parts of the
    /// half-changed state may be freed already. Swift's own check of overlapping accesses is switched off for the
    /// state; this one replaces it.
    func willRead() {
        guard flags.contains(.mutating) else { return }
        report(.stateReadInMutate)
        fatalError("\(SceneDiagnostic(kind: .stateReadInMutate, scene: identity))")
    }

    /// Called before the domain state is read, which a test tool may watch.
    func willReadDomain() {
        willRead()
        guard let instrumentation, instrumentation.watchesDomainReads, let trackedTask = TrackedTask.ofThisTask else {
            return
        }
        instrumentation.didReadDomainState(ofScene: sceneNumber, in: trackedTask)
    }

    /// Used instead of ``willRead()`` where the caller can continue without the state: while `mutate` runs, it reports
    /// the read and returns `false`.
    func mayRead() -> Bool {
        guard flags.contains(.mutating) else { return true }
        report(.stateReadInMutate)
        return false
    }

    /// Runs client code that reads the state and must not change it. A mutation that this code executes is reported and
    /// applied afterwards.
    func selecting(_ body: () -> Void) {
        notifying {
            let isNested = flags.contains(.selecting)
            flags.insert(.selecting)
            body()
            if !isNested { flags.remove(.selecting) }
        }
    }

    // MARK: - Observers

    /// Runs a notification outside of a commit. Mutations that it executes are applied before this returns.
    func notifying(_ body: () -> Void) {
        guard !flags.contains(.publishing) else { return body() }
        flags.insert(.publishing)
        body()
        finishPublishing()
        flags.remove(.publishing)
    }

    /// Removes observers that have ended or whose owner is gone. Never called during a notification.
    func pruneObservers() {
        guard let observers, observers.wantsPruning else { return }
        let gone = observers.prune()
        if observers.isEmpty { flags.remove(.observed) }
        // Done last, because objects that an observer held may call back when they are released.
        for observer in gone { observer.end() }
    }

    func endObservers() {
        guard let observers else { return }
        observers.endAll()
        if flags.contains(.publishing) {
            flags.insert(.unfinished)
        } else {
            pruneObservers()
        }
    }

    // MARK: - The Observation framework

    /// Registers a read of a stored field with the Observation framework, if the field was read before through the same
    /// key path object; a literal creates one, when it is first evaluated. Returns the offset of the field, or a
    /// negative number if nothing was registered.
    @usableFromInline
    func trackAgain(_ field: AnyKeyPath, in state: UnsafeRawPointer) -> Int {
        guard flags.isDisjoint(with: [.mutating, .stopped]), let fields = extras?.fields else { return -1 }
        let offset = fields.noteRead(through: field, in: state)
        if fields.isTracked { flags.insert(.tracked) }
        return offset
    }

    /// The fields that are read through the Observation framework, created at the first use.
    func trackers() -> FieldTrackers {
        let extras = ensureExtras()
        if let fields = extras.fields { return fields }
        let made = FieldTrackers()
        extras.fields = made
        return made
    }

    func invalidateTrackers(in state: UnsafeRawPointer) {
        guard let extras, let fields = extras.fields else { return }
        inTransaction(extras) { fields.commit(in: state) }
        if !fields.isTracked { flags.remove(.tracked) }
    }

    /// Invalidates readers inside the transaction of the action that commits, if it has one.
    func inTransaction(_ extras: SceneExtras, _ invalidate: () -> Void) {
        if extras.hasTransactions, let transaction = ActionContext.action?.transaction(inScene: sceneNumber) {
            transaction(invalidate)
        } else {
            invalidate()
        }
    }
}
