/// Observing a scene.
///
/// Observers are called on the main actor, in the order of their registration, only with committed states. All see one
/// commit before any sees the next. Actions executed by an observer start after the commit; mutations are applied after
/// it.
extension SceneRuntime {
    // MARK: Bound to an owner

    /// Observes one field on behalf of an owner. The form to reach for first: it needs no token.
    ///
    /// The observation ends when the owner is gone; it does not keep the owner alive. A cell that is used again for
    /// another item keeps the token, and cancels it before it binds anew.
    ///
    /// - Parameters:
    ///   - field: The path to the field. A stored field of 1, 2, 4 or 8 bytes without references is compared without
    ///     calling anything.
    ///   - owner: Who observes.
    ///   - delivery: At every change (the default), or once per turn of the main actor.
    ///   - initially: Whether `onChange` is called at once with the current value. It is, by default.
    ///   - onChange: Called with the owner and the value, when the value has changed.
    /// - Returns: A token to end the observation early. It may be ignored, and does not end it when released.
    @discardableResult
    @inlinable
    public func observe<Value: Equatable, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Value>, on owner: Owner, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Owner, Value) -> Void
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(field), owner: owner, delivery: delivery, initially: initially,
            onChange: bind(onChange, to: owner))
    }

    /// Observes a value computed from the state on behalf of an owner; see the form that takes a key path.
    @discardableResult
    @inlinable
    public func observe<Value: Equatable, Owner: AnyObject>(
        _ selector: @escaping (borrowing Definition.State) -> Value, on owner: Owner,
        delivery: Delivery = .everyChange, initially: Bool = true, onChange: @escaping (Owner, Value) -> Void
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(selector), owner: owner, delivery: delivery, initially: initially,
            onChange: bind(onChange, to: owner))
    }

    // MARK: Held by a token

    /// Observes one field until the token is released or cancelled.
    ///
    /// - Parameters:
    ///   - field: The path to the field. A stored field of 1, 2, 4 or 8 bytes without references is compared without
    ///     calling anything.
    ///   - delivery: At every change (the default), or once per turn of the main actor.
    ///   - initially: Whether `onChange` is called at once with the current value. It is, by default.
    ///   - onChange: Called with the value, when it has changed.
    /// - Returns: The token. Keep it in a stored property.
    @inlinable
    public func observe<Value: Equatable>(
        _ field: KeyPath<Definition.State, Value>, delivery: Delivery = .everyChange, initially: Bool = true,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(field), owner: nil, delivery: delivery, initially: initially, onChange: onChange)
    }

    /// Observes a value computed from the state until the token is released or cancelled; see the form that takes a key
    /// path.
    @inlinable
    public func observe<Value: Equatable>(
        _ selector: @escaping (borrowing Definition.State) -> Value, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        publisher.observe(
            StateSelector(selector), owner: nil, delivery: delivery, initially: initially, onChange: onChange)
    }

    // MARK: Without a filter

    /// Observes every commit, whether the value has changed or not: for values that cannot be compared.
    ///
    /// - Parameters:
    ///   - field: The path to the field.
    ///   - delivery: At every commit (the default), or once per turn of the main actor.
    ///   - initially: Whether `onChange` is called at once with the current value. It is, by default.
    ///   - onChange: Called with the value after every commit.
    /// - Returns: The token. Keep it in a stored property.
    @inlinable
    public func observeEveryCommit<Value>(
        _ field: KeyPath<Definition.State, Value>, delivery: Delivery = .everyChange, initially: Bool = true,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        publisher.observeEveryCommit(StateSelector(field), delivery: delivery, initially: initially, onChange: onChange)
    }

    /// Observes every commit with a value computed from the state; see the form that takes a key path.
    @inlinable
    public func observeEveryCommit<Value>(
        _ selector: @escaping (borrowing Definition.State) -> Value, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        publisher.observeEveryCommit(
            StateSelector(selector), delivery: delivery, initially: initially, onChange: onChange)
    }

    // MARK: One-shot values and sequences

    /// Observes a ``Pulse``: called each time it is set, also to the value it had.
    ///
    /// - Parameters:
    ///   - field: The path to the pulse.
    ///   - replayingLast: Whether to be called at once with the value that was set last, or the initial one. It is not,
    ///     by default: who comes late has missed it.
    ///   - onPulse: Called with the value.
    /// - Returns: The token. Keep it in a stored property.
    public func observePulse<Value>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, replayingLast: Bool = false,
        onPulse: @escaping (Value) -> Void
    ) -> ObservationToken {
        // The first call says where the pulse stands, also if it is not replayed.
        var isMissed = !replayingLast
        var lastCount: UInt64?
        return publisher.observeEveryCommit(StateSelector(field), delivery: .everyChange, initially: true) { pulse in
            guard pulse.count != lastCount else { return }
            lastCount = pulse.count
            if !isMissed { onPulse(pulse.value) }
            isMissed = false
        }
    }

    /// The values of one field over time, the current one first.
    ///
    /// - Parameters:
    ///   - field: The path to the field.
    ///   - buffering: What happens to values that the consumer is too slow for. By default only the newest waits.
    /// - Returns: A sequence that ends with the scene and does not keep it alive.
    public func values<Value: Equatable & Sendable>(
        _ field: KeyPath<Definition.State, Value>, buffering: StateValues<Value>.Buffering = .newest
    ) -> StateValues<Value> {
        StateValues { [weak publisher] in
            guard let publisher else { return nil }
            let policy: AsyncStream<Value>.Continuation.BufferingPolicy =
                buffering == .newest ? .bufferingNewest(1) : .unbounded
            let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
            let feed = StreamFeed(continuation)
            let token = publisher.observe(
                StateSelector(field), owner: nil, delivery: .everyChange, initially: true, onChange: feed.send)
            return (stream, token)
        }
    }

    /// The number of observers in the list, for tests: also those that have ended and were not taken out yet.
    package var listedObserverCount: Int { publisher.observers?.count ?? 0 }

    // MARK: Events

    /// Attaches a scene observer, which sees actions, use cases, mutations, commits, side effects and drops.
    ///
    /// - Parameter observer: Held until the token is released or cancelled. It sees no event begin from then on; the ends
    ///   of those that it saw begin it is still told.
    /// - Returns: The token. Keep it in a stored property.
    public func attach(_ observer: any SceneObserver) -> ObservationToken {
        publisher.attach(observer)
    }
}
