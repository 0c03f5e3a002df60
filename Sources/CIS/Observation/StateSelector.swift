/// Selects a value from the state without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    @usableFromInline let select: ((borrowing State) -> Value)?
    @usableFromInline let path: KeyPath<State, Value>?
    /// The offset of a stored field, otherwise a ``PathKind``. Reading at the offset costs a tenth of applying the key
    /// path.
    @usableFromInline let offset: Int32

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        select = nil
        self.path = path
        offset = MemoryLayout<State>.offset(of: path).flatMap { Int32(exactly: $0) } ?? pathKind(of: path)
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        select = selector
        path = nil
        offset = -1
    }

    /// The value, if it can be read.
    @inlinable
    @inline(__always)
    func value(in state: UnsafeRawPointer) -> Value? {
        if let select { return withBorrowed(state.assumingMemoryBound(to: State.self), select) }
        if offset >= 0 { return (state + Int(offset)).assumingMemoryBound(to: Value.self).pointee }
        guard let path else { return nil }
        // A plain computed field needs no check. See `PathKind`.
        return offset == -1
            ? state.assumingMemoryBound(to: State.self).pointee[keyPath: path] : readableValue(at: path, in: state)
    }
}

/// Reads a stored field at its offset, or a computed field with its key path.
///
/// - Returns: `false` if an index or a forced optional in the path is not there. Then the body is not called.
@discardableResult
func withField<State, Value>(
    of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafePointer<State>,
    _ body: (UnsafePointer<Value>) -> Void
) -> Bool {
    if let offset {
        body((UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Value.self))
    } else {
        guard let value = readableValue(at: field, in: state) else { return false }
        withUnsafePointer(to: value, body)
    }
    return true
}
