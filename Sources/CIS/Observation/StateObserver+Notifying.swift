// These functions return the functions that select an observer's value and call the observer. The returned functions
// capture nothing, because a closure with a context would cost each observer an allocation, and each call a retain. The
// observer holds everything that they need.

/// Keeps the first value of an observer.
@inlinable
func keepValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Notify {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        observer.last = observer.value(in: state)
    }
}

/// Calls an observer with its first value.
@inlinable
func callWithKeptValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Notify {
    { observer, _ in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        if let value = observer.last { observer.onChange?(value) }
    }
}

/// Calls an observer with its first value, which is not needed afterwards.
@inlinable
func callAndForgetValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Notify {
    { observer, _ in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.last else { return }
        observer.last = nil
        observer.onChange?(value)
    }
}

/// Calls an observer if its value has changed.
@inlinable
func notifyOfChange<State, Value: Equatable>(_: State.Type, _: Value.Type) -> StateObserver.Notify {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.value(in: state) else { return }
        if let last = observer.last, isUnchanged(last, value) { return }
        observer.last = value
        observer.onChange?(value)
    }
}

/// Calls an observer, whether its value has changed or not.
@inlinable
func notifyOfEveryCommit<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Notify {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.value(in: state) else { return }
        observer.onChange?(value)
    }
}

/// Binds a callback to its owner. The closure is not isolated, because an isolated closure would check its executor at
/// each call. Observers are called only on the main actor, and the client's function makes its own check.
@inlinable
func bind<Owner: AnyObject, Value>(
    _ onChange: @escaping (Owner, Value) -> Void, to owner: Owner
) -> (Value) -> Void {
    { [weak owner] value in if let owner { onChange(owner, value) } }
}
