/// How an observer gets its value out of the state, without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    @usableFromInline let select: (UnsafeRawPointer) -> Value
    /// Where the value is, if its bits decide whether it has changed.
    @usableFromInline let field: BitField?

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        let offset = MemoryLayout<State>.offset(of: path)
        field = BitField(offset: offset, of: Value.self)
        if let offset {
            // A stored field is read where it lies; applying the key path would cost ten times more.
            select = { state in (state + offset).assumingMemoryBound(to: Value.self).pointee }
        } else {
            select = { state in state.assumingMemoryBound(to: State.self).pointee[keyPath: path] }
        }
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        field = nil
        select = { state in selector(state.assumingMemoryBound(to: State.self).pointee) }
    }
}

extension StatePublisher {
    /// Registers an observer that is called when the selected value differs from the one it saw last.
    @inlinable
    func observe<Value: Equatable>(
        _ selector: StateSelector<State, Value>, owner: AnyObject?, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let select = selector.select
        var last = initially ? nil : Optional(select(UnsafeRawPointer(storage)))
        return register(owner: owner, delivery: delivery, field: selector.field, initially: initially) { state in
            let value = select(state)
            if let last, last == value { return }
            last = value
            onChange(value)
        }
    }

    /// Registers an observer that is called at every commit.
    @inlinable
    func observeEveryCommit<Value>(
        _ selector: StateSelector<State, Value>, delivery: Delivery, initially: Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let select = selector.select
        return register(owner: nil, delivery: delivery, field: nil, initially: initially) { state in
            onChange(select(state))
        }
    }
}
