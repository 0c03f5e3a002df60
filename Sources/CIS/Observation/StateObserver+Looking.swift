/// Keeps the first value of an observer.
@inlinable
func keepValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        observer.last = observer.value(in: state)
    }
}

/// Calls an observer back with its first value.
@inlinable
func callWithKeptValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, _ in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        if let value = observer.last { observer.onChange?(value) }
    }
}

/// Calls an observer back with its first value, which is not needed afterwards.
@inlinable
func callAndForgetValue<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, _ in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.last else { return }
        observer.last = nil
        observer.onChange?(value)
    }
}

/// Calls an observer back if its value is another than the last time.
@inlinable
func lookForChange<State, Value: Equatable>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.value(in: state) else { return }
        if let last = observer.last, last == value { return }
        observer.last = value
        observer.onChange?(value)
    }
}

/// Calls an observer back.
@inlinable
func lookAtEveryCommit<State, Value>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.value(in: state) else { return }
        observer.onChange?(value)
    }
}

/// Binds a callback to its owner. Not isolated, so that no executor is asked for at each call: observers are called on the
/// main actor only, and the client's function asks for itself.
@inlinable
func bind<Owner: AnyObject, Value>(
    _ onChange: @escaping (Owner, Value) -> Void, to owner: Owner
) -> (Value) -> Void {
    { [weak owner] value in if let owner { onChange(owner, value) } }
}
