/// Selects a value from the state without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    /// Returns the value in the state at an address, if it can be read.
    @usableFromInline let value: (UnsafeRawPointer) -> Value?
    /// The offset of a stored field, otherwise a ``PathKind``. Reading at the offset costs a tenth of applying the key
    /// path.
    @usableFromInline let offset: Int32

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        let offset = MemoryLayout<State>.offset(of: path).flatMap { Int32(exactly: $0) } ?? pathKind(of: path)
        self.offset = offset
        if offset >= 0 {
            value = { state in (state + Int(offset)).assumingMemoryBound(to: Value.self).pointee }
        } else if offset == -1 {
            // A plain computed field needs no check. See `PathKind`.
            value = { state in state.assumingMemoryBound(to: State.self).pointee[keyPath: path] }
        } else {
            value = { state in readableValue(at: path, in: state) }
        }
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        offset = -1
        value = { state in withBorrowed(state.assumingMemoryBound(to: State.self), selector) }
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
