/// How an observer gets its value out of the state, without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    @usableFromInline let select: ((borrowing State) -> Value)?
    @usableFromInline let path: KeyPath<State, Value>?
    /// Where a stored field lies: it is read there. Applying the key path would cost ten times more.
    @usableFromInline let offset: Int?

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        select = nil
        self.path = path
        offset = MemoryLayout<State>.offset(of: path)
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        select = selector
        path = nil
        offset = nil
    }

    /// Where the value is, if its bits decide whether it has changed.
    @usableFromInline var field: BitField? { BitField(offset: offset, of: Value.self) }

    /// The value. `nil` only where there is nothing to ask: the observer has ended.
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        selectedValue(in: state, select, offset, path)
    }
}

/// What a selector and an observer have in common. A function of its own, so that an observer's fields are read one by one,
/// and only those that are needed are retained.
@inlinable
@inline(__always)
func selectedValue<State, Value>(
    in state: UnsafeRawPointer, _ select: ((borrowing State) -> Value)?, _ offset: Int?,
    _ path: @autoclosure () -> KeyPath<State, Value>?
) -> Value? {
    if let select { return select(state.assumingMemoryBound(to: State.self).pointee) }
    if let offset { return (state + offset).assumingMemoryBound(to: Value.self).pointee }
    return path().map { state.assumingMemoryBound(to: State.self).pointee[keyPath: $0] }
}

extension StatePublisher {
    /// Registers an observer that is called when the selected value differs from the one it saw last.
    @inlinable
    func observe<Value: Equatable>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let observer = ValueObserver(
            selector, owner: owner, delivery: delivery, onChange: onChange,
            look: lookForChange(State.self, Value.self))
        return register(
            observer, field: selector.field, select: keepValue(State.self, Value.self),
            call: initially ? callWithKeptValue(State.self, Value.self) : nil)
    }

    /// Registers an observer that is called at every commit.
    @inlinable
    func observeEveryCommit<Value>(
        _ selector: StateSelector<State, Value>, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let observer = ValueObserver(
            selector, owner: nil, delivery: delivery, onChange: onChange,
            look: lookAtEveryCommit(State.self, Value.self))
        return register(
            observer, field: nil, select: initially ? keepValue(State.self, Value.self) : nil,
            call: initially ? callAndForgetValue(State.self, Value.self) : nil)
    }
}

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
