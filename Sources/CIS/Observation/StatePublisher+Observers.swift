/// The ordered list of observers.
extension StatePublisher {
    /// Adds an observer and, unless `initially` is false, calls it with the current state.
    ///
    /// It is registered before it is called, and its call counts as a notification: a mutation it executes is applied
    /// afterwards, and reaches it.
    @usableFromInline
    @discardableResult
    func register(
        owner: AnyObject?, delivery: Delivery, field: BitField?, initially: Bool,
        check: @escaping (UnsafeRawPointer) -> Void
    ) -> ObservationToken {
        let observer = StateObserver(check: check, delivery: delivery, owner: owner)
        if !flags.isDisjoint(with: .stopped | .released) {
            if initially { check(UnsafeRawPointer(storage)) }
            observer.end()
        } else {
            if slots.count == slots.capacity, !flags.contains(.publishing) { pruneObservers() }
            slots.append(ObserverSlot(observer: observer, bits: field?.load(from: storage) ?? 0, field: field))
            flags.insert(.observed)
            if initially { notifying { check(UnsafeRawPointer(storage)) } }
        }
        return ObservationToken(observer, endsWhenReleased: owner == nil)
    }

    /// Adds an observer of events.
    func attach(_ observer: any SceneObserver) -> ObservationToken {
        let rare = rareParts()
        let events = rare.events ?? makeEvents()
        rare.events = events
        flags.insert(.traced)
        return ObservationToken(events.attach(observer), endsWhenReleased: true)
    }

    private func makeEvents() -> SceneEvents {
        SceneEvents(scene: identity) { [weak self] in
            self?.rare?.events = nil
            self?.flags.remove(.traced)
        }
    }

    /// Runs a notification outside of a commit: mutations executed in it are applied before this returns.
    private func notifying(_ body: () -> Void) {
        guard !flags.contains(.publishing) else { return body() }
        flags.insert(.publishing)
        body()
        finishPublishing()
        flags.remove(.publishing)
    }

    /// Calls the observers that were registered before this commit, in order. The caller holds the publishing flag.
    @usableFromInline
    @inline(never)
    func notifyObservers() {
        let count = slots.count
        var index = 0
        while true {
            index = nextCandidate(from: index, to: count)
            guard index < slots.count else { break }
            let observer = slots[index].observer
            if !observer.isActive || observer.isOwnerGone {
                flags.insert(.unfinished)  // pruned when the commit ends
            } else if observer.delivery == .everyChange {
                observer.check?(UnsafeRawPointer(storage))
            } else if !observer.isDue {
                observer.isDue = true
                scheduleDelivery()
            }
            index += 1
        }
    }

    /// The next observer whose value may have changed.
    private func nextCandidate(from start: Int, to count: Int) -> Int {
        let state = UnsafeRawPointer(storage)
        return slots.withUnsafeMutableBufferPointer { slots in
            var index = start
            while index < min(count, slots.count) {
                guard let field = slots[index].field else { return index }
                let bits = field.load(from: state)
                if bits != slots[index].bits {
                    slots[index].bits = bits
                    return index
                }
                index += 1
            }
            return Int.max
        }
    }

    /// Forgets observers that have ended or whose owner is gone. Never during a pass, whose indices must hold.
    func pruneObservers() {
        let isGone: (ObserverSlot) -> Bool = { !$0.observer.isActive || $0.observer.isOwnerGone }
        guard slots.contains(where: isGone) else { return }
        // Each is asked once more, and once: an owner may go at any moment, on any thread.
        var kept: ContiguousArray<ObserverSlot> = []
        var gone: ContiguousArray<ObserverSlot> = []
        for slot in slots {
            if isGone(slot) { gone.append(slot) } else { kept.append(slot) }
        }
        slots = kept
        if slots.isEmpty { flags.remove(.observed) }
        // Last, when the list is in order again: what an observer held may call back when it is released.
        for slot in gone { slot.observer.end() }
    }

    /// Ends all observers.
    func endObservers() {
        for slot in slots { slot.observer.end() }
        if flags.contains(.publishing) {
            flags.insert(.unfinished)
        } else {
            pruneObservers()
        }
    }

    // MARK: Once per turn

    private func scheduleDelivery() {
        let rare = rareParts()
        guard !rare.isDeliveryScheduled else { return }
        rare.isDeliveryScheduled = true
        let activity = ledger?.begin("delivery once per turn", as: .delivery)
        // Without the context of the action that happens to be first: the delivery is not part of it.
        ActionContext.$current.withValue(nil) {
            _ = Task { @MainActor [weak self] in
                self?.deliverDue()
                activity?.end()
            }
        }
    }

    private func deliverDue() {
        rare?.isDeliveryScheduled = false
        notifying {
            let count = slots.count
            for index in 0..<count {
                let observer = slots[index].observer
                guard observer.isDue else { continue }
                observer.isDue = false
                if observer.isActive { observer.check?(UnsafeRawPointer(storage)) }
            }
        }
    }
}
