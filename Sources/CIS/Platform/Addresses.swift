/// Returns the address of a stored property, which Swift passes for an inout argument.
///
/// It is not isolated, because an isolated function checks its executor. It is used instead of
/// `withUnsafeMutablePointer`, which looks up the type of the pointer at each call from generic code.
@inlinable
@inline(__always)
func addressOfProperty<Value>(_ property: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
    property
}

/// Calls a function with the value at an address, without copying the value.
///
/// The compiler does not copy the value here, because the generic type may be noncopyable. If `pointee` were passed
/// directly, the compiler would copy it and retain each of its strings and arrays.
@inlinable
@inline(__always)
func withBorrowed<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
    body(value.pointee)
}
