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
