/// Registering and notifying observers.
extension StatePublisher {
    /// Adds an observer, and calls it with its first value if requested.
    ///
    /// The observer is registered before the call, and the call counts as a notification: a mutation that the observer
    /// executes is applied afterwards, and the observer is notified of it. While `mutate` is changing the state, the
    /// registration waits until after the commit.
    ///
    /// - Parameters:
    ///   - select: Selects and keeps the first value. `nil` if the observer keeps no value.
    ///   - call: Calls the observer with the kept value. `nil` if it is not to be called at once.
    @usableFromInline
    @discardableResult
    func register(
        _ observer: StateObserver, field: BitField, select: StateObserver.Notify?, call: StateObserver.Notify?
    ) -> ObservationToken {
        let token = ObservationToken(observer)
        if observer.fieldOffset == PathKind.unreadable { reportUnreadablePath() }
        if flags.contains(.mutating) {
            report(SceneDiagnostic(kind: .observedInMutate, scene: identity))
            enqueue { [self] in
                if observer.isActive { add(observer, field: field, select: select, call: call) }
            }
        } else {
            add(observer, field: field, select: select, call: call)
        }
        return token
    }

    private func reportUnreadablePath() {
        let text =
            "An observer is never called, because its key path has an index or `!` after a computed property or a "
            + "subscript. It could end the program when the value is gone. Use `?`, or a closure."
        report(SceneDiagnostic(kind: .other(text), scene: identity))
    }

    /// Adds an observer without a selector. Unless `initially` is `false`, it is called at once.
    @discardableResult
    func register(_ observer: StateObserver, field: BitField, initially: Bool) -> ObservationToken {
        register(observer, field: field, select: nil, call: initially ? observer.notify : nil)
    }

    private func add(
        _ observer: StateObserver, field: BitField, select: StateObserver.Notify?, call: StateObserver.Notify?
    ) {
        let isEnded = !requestEndNotification()
        if !isEnded {
            let observers = self.observers ?? ObserverList()
            self.observers = observers
            if observers.wantsPruning, !flags.contains(.publishing) { pruneObservers() }
            observers.append(observer, field: field, state: storage)
            flags.insert(.observed)
        }
        notifying {
            if let select { selecting { select(observer, storage) } }
            call?(observer, storage)
        }
        if isEnded { observer.end() }
    }

    /// Calls an observer with the current state, if it has not ended. A mutation that it executes is applied
    /// afterwards. While `mutate` is changing the state, the call waits until after the commit.
    func show(to observer: StateObserver) {
        if flags.contains(.mutating) { return enqueue { [self] in show(to: observer) } }
        if observer.isActive { notifying { observer.notify(observer, storage) } }
    }

    /// Invalidates readers that use the Observation framework, then notifies the observers that were registered before
    /// this commit, in order. The caller has set the publishing flag.
    @usableFromInline
    @inline(never)
    func notify() {
        if flags.contains(.isCorrected) { correct() }
        let state = UnsafeRawPointer(storage)
        if flags.contains(.tracked) { invalidateTrackers(in: state) }
        guard let observers else { return }
        observers.notify(of: state) { scheduleDelivery() }
        if observers.wantsPruning { pruneObservers() }
    }

    // MARK: Corrections

    /// Adds a correction of the state. It is called at once and then right after each `mutate`.
    func addCorrection(_ correction: @escaping (UnsafeMutableRawPointer) -> Void) {
        ensureExtras().corrections.append(correction)
        flags.insert(.isCorrected)
        if !flags.contains(.mutating) { correct() }
    }

    private func correct() {
        flags.insert(.mutating)
        for correct in extras?.corrections ?? [] { correct(storage) }
        flags.remove(.mutating)
    }

    // MARK: Once per turn

    private func scheduleDelivery() {
        let extras = ensureExtras()
        guard !extras.isDeliveryScheduled else { return }
        extras.isDeliveryScheduled = true
        let trackedTask = instrumentation?.begin("delivery once per turn", as: .delivery, parent: nil)
        // The delivery is not part of the current action, so it does not inherit the action's context.
        ActionContext.local.withValue(nil) {
            _ = Task { @MainActor [weak self] in
                self?.deliverDue()
                trackedTask?.end()
            }
        }
    }

    private func deliverDue() {
        extras?.isDeliveryScheduled = false
        guard let observers else { return }
        notifying { observers.notifyDue(of: storage) }
    }
}
