/// Returns the address of a stored property, which Swift passes for an inout argument.
///
/// It is not isolated, because an isolated function checks its executor. `withUnsafeMutablePointer` would look up the type
/// of the pointer in each call from generic code.
@inlinable
@inline(__always)
func addressOfProperty<Value>(_ property: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
    property
}

/// Calls a function with the value at an address, without copying the value.
///
/// The compiler cannot copy it, because the type may be noncopyable. To pass `pointee` directly would copy it, which retains
/// each of its strings and arrays.
@inlinable
@inline(__always)
func withBorrowed<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
    body(value.pointee)
}
