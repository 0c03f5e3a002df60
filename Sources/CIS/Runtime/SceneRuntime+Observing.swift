/// Observing a scene.
///
/// Observers are called on the main actor, in the order of their registration, only with committed states. All
/// observers receive one commit before any observer receives the next. An action that an observer executes starts after
/// the commit. A mutation that it executes is applied after the commit.
///
/// An observer is not called while an index or a forced optional in its key path is not there; <doc:ObservingAScene>
/// describes the limits.
extension SceneRuntime {
    // MARK: Bound to an owner

    /// Observes one field on behalf of an owner. Use this form first: it needs no token.
    ///
    /// The observation ends with the owner and does not keep it alive. A cell that is reused should keep the token, and
    /// cancel it before it observes another item.
    ///
    /// - Parameters:
    ///   - field: The path to the field. If it is a stored field of 1, 2, 4 or 8 bytes without references, only its
    ///     bits are compared.
    ///   - owner: The observing object.
    ///   - delivery: When `onChange` is called: at every change (the default), or once per turn of the main actor.
    ///   - initially: Whether `onChange` is called at once with the current value. The default is `true`.
    ///   - onChange: Called with the owner and the value, when the value has changed.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: A token to end the observation early. It may be ignored, and does not end it when released.
    @discardableResult
    @inlinable
    public func observe<Value: Equatable, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Value>, on owner: Owner, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(field), owner: owner, delivery: delivery, initially: initially,
            at: CallSite(fileID: fileID, line: line), onChange: bind(onChange, to: owner))
    }

    /// Observes a value computed from the state on behalf of an owner; see the form that takes a key path.
    @discardableResult
    @inlinable
    public func observe<Value: Equatable, Owner: AnyObject>(
        _ selector: @escaping (borrowing Definition.State) -> Value, on owner: Owner,
        delivery: Delivery = .everyChange, initially: Bool = true, onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(selector), owner: owner, delivery: delivery, initially: initially,
            at: CallSite(fileID: fileID, line: line), onChange: bind(onChange, to: owner))
    }

    // MARK: Held by a token

    /// Observes one field until the token is released or cancelled; otherwise like the form with an owner.
    ///
    /// - Returns: The token. Keep it in a stored property.
    @inlinable
    public func observe<Value: Equatable>(
        _ field: KeyPath<Definition.State, Value>, delivery: Delivery = .everyChange, initially: Bool = true,
        onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(field), owner: nil, delivery: delivery, initially: initially,
            at: CallSite(fileID: fileID, line: line), onChange: onChange)
    }

    /// Observes a value computed from the state until the token is released or cancelled; see the form that takes a key
    /// path.
    @inlinable
    public func observe<Value: Equatable>(
        _ selector: @escaping (borrowing Definition.State) -> Value, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(selector), owner: nil, delivery: delivery, initially: initially,
            at: CallSite(fileID: fileID, line: line), onChange: onChange)
    }

    // MARK: - Every commit

    /// Observes every commit on behalf of an owner, whether the value has changed or not; otherwise like
    /// `observe(_:on:)`. Use it for values that cannot be compared.
    @discardableResult
    public func observeEveryCommit<Value, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Value>, on owner: Owner, initially: Bool = true,
        onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observeEveryCommit(
            StateSelector(field), owner: owner, initially: initially, at: CallSite(fileID: fileID, line: line),
            onChange: bind(onChange, to: owner))
    }

    /// Observes every commit on behalf of an owner with a value computed from the state; see the form that takes a key
    /// path.
    @discardableResult
    public func observeEveryCommit<Value, Owner: AnyObject>(
        _ selector: @escaping (borrowing Definition.State) -> Value, on owner: Owner, initially: Bool = true,
        onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observeEveryCommit(
            StateSelector(selector), owner: owner, initially: initially, at: CallSite(fileID: fileID, line: line),
            onChange: bind(onChange, to: owner))
    }

    /// Observes every commit until the token is released or cancelled; otherwise like the form with an owner.
    public func observeEveryCommit<Value>(
        _ field: KeyPath<Definition.State, Value>, initially: Bool = true, onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observeEveryCommit(
            StateSelector(field), owner: nil, initially: initially, at: CallSite(fileID: fileID, line: line),
            onChange: onChange)
    }

    /// Observes every commit with a value computed from the state; see the form that takes a key path.
    public func observeEveryCommit<Value>(
        _ selector: @escaping (borrowing Definition.State) -> Value, initially: Bool = true,
        onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.observeEveryCommit(
            StateSelector(selector), owner: nil, initially: initially, at: CallSite(fileID: fileID, line: line),
            onChange: onChange)
    }

    // MARK: - Pulses

    /// Observes a ``Pulse`` on behalf of an owner. The observer is called each time the value is set, even to an equal
    /// value.
    ///
    /// - Parameters:
    ///   - field: The path to the pulse.
    ///   - owner: The observing object. The observation ends with it, and does not keep it alive.
    ///   - replayingLast: Whether `onPulse` is called at once with the current value, even if it is the initial one.
    ///     The default is `false`, so a late observer misses earlier pulses.
    ///   - onPulse: Called with the owner and the value.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    @discardableResult
    public func observePulse<Value, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, on owner: Owner, replayingLast: Bool = false,
        onPulse: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        observePulse(
            field, owner: owner, replayingLast: replayingLast, at: CallSite(fileID: fileID, line: line),
            onPulse: bind(onPulse, to: owner))
    }

    /// Observes a ``Pulse`` until the token is released or cancelled; otherwise like the form with an owner.
    public func observePulse<Value>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, replayingLast: Bool = false,
        onPulse: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        observePulse(
            field, owner: nil, replayingLast: replayingLast, at: CallSite(fileID: fileID, line: line), onPulse: onPulse)
    }

    private func observePulse<Value>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, owner: AnyObject?, replayingLast: Bool,
        at site: CallSite, onPulse: @escaping (Value) -> Void
    ) -> ObservationToken {
        // The first call provides the current pulse, even if its value is not replayed.
        var isFirst = true
        var heard = HeardPulses()
        let token = publisher.observeEveryCommit(
            StateSelector(field), owner: owner, initially: true, function: "observePulse", at: site
        ) { pulse in
            let isReplayed = isFirst && replayingLast
            let isNew = heard.insert(pulse.origin) && !isFirst
            isFirst = false
            if isReplayed || isNew { onPulse(pulse.value) }
        }
        // A pulse that is not there yet may be set in the commit with which it comes.
        if !publisher.flags.contains(.mutating) { isFirst = false }
        return token
    }

    // MARK: - Values as a sequence, and events

    /// The values of one field over time, the current one first.
    ///
    /// - Parameters:
    ///   - field: The path to the field.
    ///   - buffering: Which values are kept while the consumer is busy. By default only the newest one.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: A sequence that ends with the scene and does not keep it alive.
    public func values<Value: Equatable & Sendable>(
        _ field: KeyPath<Definition.State, Value>, buffering: StateValues<Value>.Buffering = .newest,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> StateValues<Value> {
        StateValues { [weak publisher] in
            guard let publisher else { return nil }
            let channel = TrackedChannel<Value>(keepsAll: buffering == .all)
            let feed = ChannelSender(channel)
            let site = CallSite(fileID: fileID, line: line)
            let token = publisher.observe(
                StateSelector(field), owner: nil, delivery: .everyChange, initially: true, at: site, isNoted: false,
                onChange: feed.send)
            publisher.note("values", at: site, endsLater: true) { [weak channel] in
                channel?.finish()
            }
            return (channel, token)
        }
    }

    /// Attaches a scene observer for as long as an owner exists. The observer receives actions, use cases, mutations,
    /// commits, side effects and drops.
    ///
    /// - Parameters:
    ///   - observer: The observer. The scene retains it until the first event after the owner was released. If the
    ///     observer is its own owner, the scene does not retain it.
    ///   - owner: The object whose release detaches the observer. It is not retained.
    /// - Returns: A token to detach it early. It may be ignored, and does not detach it when released.
    @discardableResult
    public func attach(_ observer: any SceneObserver, on owner: AnyObject) -> ObservationToken {
        publisher.attach(observer, owner: owner)
    }

    /// Attaches a scene observer until the token is released or cancelled; otherwise like the form with an owner.
    ///
    /// - Parameter observer: The observer. The scene retains it until the token is released or cancelled. After that it
    ///   receives no new events, but still the ends of events that it saw begin.
    public func attach(_ observer: any SceneObserver) -> ObservationToken {
        publisher.attach(observer, owner: nil)
    }

    /// The number of observers in the list, including ended ones that were not removed yet. Used by tests.
    package var listedObserverCount: Int { publisher.observers?.count ?? 0 }
}
