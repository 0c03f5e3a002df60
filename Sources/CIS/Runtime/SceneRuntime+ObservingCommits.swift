/// Observing every commit, whether a value has changed or not. Use it for values that cannot be compared.
extension SceneRuntime {
    /// Observes every commit on behalf of an owner.
    ///
    /// - Parameters:
    ///   - field: The path to the field.
    ///   - owner: The observing object. The observation ends with it, and does not keep it alive.
    ///   - oncePerTurn: Whether `onChange` is called once for all commits of one turn of the main actor, with the
    ///     latest value.
    ///   - initially: Whether `onChange` is called at once with the current value. The default is `true`.
    ///   - onChange: Called with the owner and the value after every commit.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: A token to end the observation early. It may be ignored, and does not end it when released.
    @discardableResult
    @inlinable
    public func observeEveryCommit<Value, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Value>, on owner: Owner, oncePerTurn: Bool = false, initially: Bool = true,
        onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observeEveryCommit(
                StateSelector(field), owner: owner, delivery: oncePerTurn ? .oncePerTurn : .everyChange,
                initially: initially, onChange: bind(onChange, to: owner)),
            "observeEveryCommit", fileID, line)
    }

    /// Observes every commit on behalf of an owner with a value computed from the state; see the form that takes a key
    /// path.
    @discardableResult
    @inlinable
    public func observeEveryCommit<Value, Owner: AnyObject>(
        _ selector: @escaping (borrowing Definition.State) -> Value, on owner: Owner, oncePerTurn: Bool = false,
        initially: Bool = true, onChange: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observeEveryCommit(
                StateSelector(selector), owner: owner, delivery: oncePerTurn ? .oncePerTurn : .everyChange,
                initially: initially, onChange: bind(onChange, to: owner)),
            "observeEveryCommit", fileID, line)
    }

    /// Observes every commit until the token is released or cancelled.
    ///
    /// - Parameters:
    ///   - field: The path to the field.
    ///   - oncePerTurn: Whether `onChange` is called once for all commits of one turn of the main actor, with the
    ///     latest value.
    ///   - initially: Whether `onChange` is called at once with the current value. The default is `true`.
    ///   - onChange: Called with the value after every commit.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The token. Keep it in a stored property.
    @inlinable
    public func observeEveryCommit<Value>(
        _ field: KeyPath<Definition.State, Value>, oncePerTurn: Bool = false, initially: Bool = true,
        onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observeEveryCommit(
                StateSelector(field), owner: nil, delivery: oncePerTurn ? .oncePerTurn : .everyChange,
                initially: initially, onChange: onChange),
            "observeEveryCommit", fileID, line)
    }

    /// Observes every commit with a value computed from the state; see the form that takes a key path.
    @inlinable
    public func observeEveryCommit<Value>(
        _ selector: @escaping (borrowing Definition.State) -> Value, oncePerTurn: Bool = false, initially: Bool = true,
        onChange: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            publisher.observeEveryCommit(
                StateSelector(selector), owner: nil, delivery: oncePerTurn ? .oncePerTurn : .everyChange,
                initially: initially, onChange: onChange),
            "observeEveryCommit", fileID, line)
    }
}
