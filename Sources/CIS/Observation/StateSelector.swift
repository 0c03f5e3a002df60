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
