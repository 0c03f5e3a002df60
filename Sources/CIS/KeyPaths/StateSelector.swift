/// Selects a value from the state without copying the state.
@usableFromInline
struct StateSelector<State, Value> {
    /// The offset of a stored field, otherwise a ``PathKind``.
    @usableFromInline let offset: Int32
    /// Computes the value from the state at an address, if it can be read. Not used for a stored field: reading it at its
    /// offset costs a tenth of applying the key path, and needs no context of a closure.
    // Not an optional, which would be retained for each call.
    @usableFromInline let compute: (UnsafeRawPointer) -> Value?

    @inlinable
    init(_ path: KeyPath<State, Value>) {
        offset = MemoryLayout<State>.offset(of: path).flatMap { Int32(exactly: $0) } ?? pathKind(of: path)
        if offset >= 0 {
            compute = { _ in nil }
        } else if offset == -1 {
            // A plain computed field needs no check. See `PathKind`.
            compute = { state in state.assumingMemoryBound(to: State.self).pointee[keyPath: path] }
        } else {
            compute = { state in readableValue(at: path, in: state) }
        }
    }

    @inlinable
    init(_ selector: @escaping (borrowing State) -> Value) {
        offset = -1
        compute = { state in withBorrowed(state.assumingMemoryBound(to: State.self), selector) }
    }

    @inlinable
    func value(in state: UnsafeRawPointer) -> Value? {
        offset < 0 ? compute(state) : (state + Int(offset)).assumingMemoryBound(to: Value.self).pointee
    }
}

/// Reads a stored field at its offset, or a computed field with its key path. Returns `false`, without a call of the
/// body, if an index or a forced optional in the path is not there.
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

/// Calls a function with the value at an address, without copying the value.
///
/// The compiler does not copy the value here, because the generic type may be noncopyable. If `pointee` were passed
/// directly, the compiler would copy it and retain each of its strings and arrays.
@inlinable
func withBorrowed<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
    body(value.pointee)
}
