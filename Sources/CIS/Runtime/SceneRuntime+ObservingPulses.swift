/// Observing one-shot values.
///
/// Each set of a pulse is heard once, however the pulse gets into the state: also if the state around it is assigned as
/// a whole, reset or taken back to an earlier value.
extension SceneRuntime {
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
    /// - Returns: A token to end the observation early. It may be ignored, and does not end it when released.
    @discardableResult
    public func observePulse<Value, Owner: AnyObject>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, on owner: Owner, replayingLast: Bool = false,
        onPulse: @escaping (Owner, Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            observePulse(field, owner: owner, replayingLast: replayingLast, onPulse: bind(onPulse, to: owner)),
            "observePulse", fileID, line)
    }

    /// Observes a ``Pulse`` until the token is released or cancelled.
    ///
    /// - Parameters:
    ///   - field: The path to the pulse.
    ///   - replayingLast: Whether `onPulse` is called at once with the current value, even if it is the initial one.
    ///     The default is `false`, so a late observer misses earlier pulses.
    ///   - onPulse: Called with the value.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The token. Keep it in a stored property.
    public func observePulse<Value>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, replayingLast: Bool = false,
        onPulse: @escaping (Value) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        publisher.noted(
            observePulse(field, owner: nil, replayingLast: replayingLast, onPulse: onPulse), "observePulse", fileID,
            line)
    }

    private func observePulse<Value>(
        _ field: KeyPath<Definition.State, Pulse<Value>>, owner: AnyObject?, replayingLast: Bool,
        onPulse: @escaping (Value) -> Void
    ) -> ObservationToken {
        // The first call provides the current pulse, even if its value is not replayed.
        var isFirst = true
        var heard: UInt64 = 0
        return publisher.observeEveryCommit(
            StateSelector(field), owner: owner, delivery: .everyChange, initially: true
        ) { pulse in
            let isReplayed = isFirst && replayingLast
            // Later sets have greater numbers, so an earlier pulse that comes back is not heard again.
            let isNew = !isFirst && pulse.origin.number > heard
            isFirst = false
            heard = max(heard, pulse.origin.number)
            if isReplayed || isNew { onPulse(pulse.value) }
        }
    }
}
