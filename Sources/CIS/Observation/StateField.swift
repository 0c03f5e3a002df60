/// Reads a stored field at its offset, or a computed field with its key path.
func withField<State, Value>(
    of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafePointer<State>,
    _ body: (UnsafePointer<Value>) -> Void
) {
    if let offset {
        body((UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Value.self))
    } else {
        withUnsafePointer(to: state.pointee[keyPath: field], body)
    }
}
