/// The address of a stored property, which Swift passes for an inout argument. Not isolated: an isolated function would
/// check its executor. Not by `withUnsafeMutablePointer`: in generic code that looks up the pointer's type at each call.
@inlinable
@inline(__always)
func addressOfProperty<Value>(_ property: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
    property
}

/// Calls a function with the value at an address. The value is not copied: a type that may be noncopyable cannot be.
/// Passed as `pointee` it is copied, which retains each of its strings and arrays.
@inlinable
@inline(__always)
func withBorrowed<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
    body(value.pointee)
}
