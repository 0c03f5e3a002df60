extension StatePublisher {
    /// Registers an observer that is called when the selected value has changed. Reports name `site`. A leak check does
    /// so, too, unless `isNoted` is `false`: then the caller notes the observer itself.
    @inlinable
    func observe<Value: Equatable>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        at site: CallSite, isNoted: Bool = true, onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let last = Box<Value?>(nil)
        let observer = Observer(owner: owner, delivery: delivery) { state, occasion in
            if occasion == .begin {
                if let first = last.value { onChange(first) }
                return
            }
            guard let value = selector.value(in: state) else {
                // When it is there again it counts as changed: its children are new.
                last.value = nil
                return
            }
            if let last = last.value, isUnchanged(last, value) { return }
            last.value = value
            if occasion == .change { onChange(value) }
        }
        let token = register(observer, of: selector, selects: true, begins: initially, at: site)
        return isNoted ? noted(token, "observe", at: site) : token
    }

    func observeEveryCommit<Value>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, initially: Bool,
        function: StaticString = "observeEveryCommit", at site: CallSite, onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        var first: Value?
        let observer = Observer(owner: owner, delivery: .everyChange) { state, occasion in
            switch occasion {
            case .select: first = selector.value(in: state)
            case .begin: if let value = first.take() { onChange(value) }
            case .change: if let value = selector.value(in: state) { onChange(value) }
            }
        }
        return noted(
            register(observer, of: selector, everyCommit: true, selects: initially, begins: initially, at: site),
            function, at: site)
    }

    @usableFromInline
    func register<Value>(
        _ observer: Observer, of selector: StateSelector<State, Value>, everyCommit: Bool = false, selects: Bool,
        begins: Bool, at site: CallSite
    ) -> ObservationToken {
        reportUnreadable(selector.offset, "An observer is never called", "Use `?`, or a closure.", at: site)
        let field = everyCommit ? BitField.none : BitField(offset: Int(selector.offset), of: Value.self)
        return register(observer, field: field, selects: selects, begins: begins)
    }

    /// Adds an observer, and calls it with its first value if requested.
    ///
    /// The observer is registered before the call, and the call counts as a notification: a mutation that the observer
    /// executes is applied afterwards, and the observer is notified of it. While `mutate` is changing the state, the
    /// registration waits until after the commit.
    ///
    /// `field` is `none` for an observer that is called after every commit. `selects` means that the observer selects
    /// and keeps a first value, `begins` that the client is called at once.
    @discardableResult
    func register(_ observer: Observer, field: BitField, selects: Bool = false, begins: Bool) -> ObservationToken {
        let token = ObservationToken(observer)
        if flags.contains(.mutating) {
            report(.observedInMutate)
            enqueue { [self] in
                if observer.isActive { add(observer, field: field, selects: selects, begins: begins) }
            }
        } else {
            add(observer, field: field, selects: selects, begins: begins)
        }
        return token
    }

    private func add(_ observer: Observer, field: BitField, selects: Bool, begins: Bool) {
        let isEnded = !requestEndNotification()
        if !isEnded {
            let observers = self.observers ?? ObserverList()
            self.observers = observers
            if observers.wantsPruning, !flags.contains(.publishing) { pruneObservers() }
            observers.append(observer, field: field, state: storage)
            flags.insert(.observed)
        }
        notifying {
            if selects { selecting { observer.call(storage, .select) } }
            if begins { observer.call(storage, .begin) }
        }
        if isEnded { observer.end() }
    }

    /// Calls an observer for the first time, if it has not ended. A mutation that it executes is applied afterwards.
    /// While `mutate` is changing the state, the call waits until after the commit.
    func begin(_ observer: Observer) {
        if flags.contains(.mutating) { return enqueue { [self] in begin(observer) } }
        if observer.isActive { notifying { observer.call(storage, .begin) } }
    }

    // MARK: Once per turn

    func scheduleDelivery() {
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

extension SceneCore {
    /// Reports that the index or `!` of a key path of this ``PathKind`` cannot be checked, and what follows from it.
    func reportUnreadable(
        _ kind: Int32, _ consequence: String, _ remedy: String = "Use a stored property instead.",
        at site: CallSite? = nil
    ) {
        if kind == PathKind.unreadable { report(.unreadable(consequence, remedy), at: site) }
    }
}

extension SceneDiagnostic.Kind {
    static func unreadable(_ consequence: String, _ remedy: String) -> SceneDiagnostic.Kind {
        .other(
            "\(consequence), because the key path has an index or `!` after a computed property or a subscript. "
                + "It could end the program when the value is gone. \(remedy)")
    }
}

/// A value in an object, which closures share.
// Not a captured variable, because Swift's check of overlapping accesses would triple the cost of an observer whose value has
// not changed.
@usableFromInline
final class Box<Value> {
    // Unchecked exclusivity is safe here: only the main actor uses a box, and each access ends before any client code runs.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }
}
