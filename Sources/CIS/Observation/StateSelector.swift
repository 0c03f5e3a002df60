/// Selects a value from the state without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    @usableFromInline let select: ((borrowing State) -> Value)?
    @usableFromInline let path: KeyPath<State, Value>?
    /// The offset of a stored field. Reading there costs a tenth of applying the key path.
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

    /// The field, if its bits decide whether it has changed.
    @usableFromInline var field: BitField? { BitField(offset: offset, of: Value.self) }

    /// The value. `nil` if the observer has ended.
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        selectedValue(in: state, select, offset, path)
    }
}

/// Selects a value, for a selector and for an observer. A function of its own, so that only the needed properties of
/// the observer are read and retained.
@inlinable
@inline(__always)
func selectedValue<State, Value>(
    in state: UnsafeRawPointer, _ select: ((borrowing State) -> Value)?, _ offset: Int?,
    _ path: @autoclosure () -> KeyPath<State, Value>?
) -> Value? {
    if let select { return withBorrowed(state.assumingMemoryBound(to: State.self), select) }
    if let offset { return (state + offset).assumingMemoryBound(to: Value.self).pointee }
    return path().map { state.assumingMemoryBound(to: State.self).pointee[keyPath: $0] }
}
