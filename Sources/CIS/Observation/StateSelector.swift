/// How an observer gets its value out of the state, without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    @usableFromInline
    enum Source {
        case closure((borrowing State) -> Value)
        /// A stored field is read where it lies; applying the key path would cost ten times more.
        case offset(Int)
        case path(KeyPath<State, Value>)
        /// The observer has ended, and nobody asks any more.
        case ended
    }

    @usableFromInline let source: Source
    /// Where the value is, if its bits decide whether it has changed.
    @usableFromInline let field: BitField?

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        let offset = MemoryLayout<State>.offset(of: path)
        field = BitField(offset: offset, of: Value.self)
        source = offset.map { .offset($0) } ?? .path(path)
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        field = nil
        source = .closure(selector)
    }
}

extension StateSelector.Source {
    /// The value, or `nil` when the observer has ended.
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        switch self {
        case .closure(let select): select(state.assumingMemoryBound(to: State.self).pointee)
        case .offset(let offset): (state + offset).assumingMemoryBound(to: Value.self).pointee
        case .path(let path): state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        case .ended: nil
        }
    }
}

extension StatePublisher {
    /// Registers an observer that is called when the selected value differs from the one it saw last.
    @inlinable
    func observe<Value: Equatable>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let last = initially ? nil : selector.source.value(in: storage)
        let observer = ValueObserver(
            selector.source, last: last, owner: owner, delivery: delivery, onChange: onChange,
            look: lookForChange(State.self, Value.self))
        return register(observer, field: selector.field, initially: initially)
    }

    /// Registers an observer that is called at every commit.
    @inlinable
    func observeEveryCommit<Value>(
        _ selector: StateSelector<State, Value>, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let observer = ValueObserver(
            selector.source, last: nil, owner: nil, delivery: delivery, onChange: onChange,
            look: lookAtEveryCommit(State.self, Value.self))
        return register(observer, field: nil, initially: initially)
    }
}

/// Calls an observer back if its value is another than the last time.
@inlinable
func lookForChange<State, Value: Equatable>(_: State.Type, _: Value.Type) -> StateObserver.Look {
    { observer, state in
        let observer = unsafeDowncast(observer, to: ValueObserver<State, Value>.self)
        guard let value = observer.source.value(in: state) else { return }
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
        guard let value = observer.source.value(in: state) else { return }
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
