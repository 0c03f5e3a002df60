extension Unmanaged {
    /// Calls a function with the object without retaining it. A function of this module, because a closure that an
    /// isolated function passes to another module checks its executor each time.
    @inline(__always)
    func lend<Result>(to body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
