extension Unmanaged {
    /// Calls a function with the object without retaining it. It replaces the standard library's function, because a
    /// closure that an isolated function passes to another module checks its executor each time.
    @inline(__always)
    func lend<Result>(to body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
