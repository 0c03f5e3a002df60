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
        publisher.noted(
            publisher.observe(
                StateSelector(field), owner: owner, delivery: delivery, initially: initially,
                onChange: bind(onChange, to: owner)),
            "observe", fileID, line)
    }

    /// Observes a value computed from the state on behalf of an owner; see the form that takes a key path.
    @discardableResult
    @inlinable
    public func observe<Value: Equatable, Owner: AnyObject>(
        _ selector: @escaping (borrowing Definition.State) -> Value, on owner: Owner,
        delivery: Delivery = .everyChange, initially: Bool = true, onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observe(
                StateSelector(selector), owner: owner, delivery: delivery, initially: initially,
                onChange: bind(onChange, to: owner)),
            "observe", fileID, line)
    }

    // MARK: Held by a token

    /// Observes one field until the token is released or cancelled.
    ///
    /// - Parameters:
    ///   - field: The path to the field. If it is a stored field of 1, 2, 4 or 8 bytes without references, only its
    ///     bits are compared.
    ///   - delivery: When `onChange` is called: at every change (the default), or once per turn of the main actor.
    ///   - initially: Whether `onChange` is called at once with the current value. The default is `true`.
    ///   - onChange: Called with the value, when it has changed.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The token. Keep it in a stored property.
    @inlinable
    public func observe<Value: Equatable>(
        _ field: KeyPath<Definition.State, Value>, delivery: Delivery = .everyChange, initially: Bool = true,
        onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observe(
                StateSelector(field), owner: nil, delivery: delivery, initially: initially, onChange: onChange),
            "observe", fileID, line)
    }

    /// Observes a value computed from the state until the token is released or cancelled; see the form that takes a key
    /// path.
    @inlinable
    public func observe<Value: Equatable>(
        _ selector: @escaping (borrowing Definition.State) -> Value, delivery: Delivery = .everyChange,
        initially: Bool = true, onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observe(
                StateSelector(selector), owner: nil, delivery: delivery, initially: initially, onChange: onChange),
            "observe", fileID, line)
    }

    // MARK: As a sequence

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
            let token = publisher.observe(
                StateSelector(field), owner: nil, delivery: .everyChange, initially: true, onChange: feed.send)
            publisher.note("values", at: CallSite(fileID: fileID, line: line), endsLater: true) { [weak channel] in
                channel?.finish()
            }
            return (channel, token)
        }
    }

    /// The number of observers in the list, including ended ones that were not removed yet. Used by tests.
    package var listedObserverCount: Int { publisher.observers?.count ?? 0 }
}
