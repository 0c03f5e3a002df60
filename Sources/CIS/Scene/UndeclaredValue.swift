/// Stands for a worker or a domain state that a scene uses, but does not declare.
///
/// It can be used like a value of any type, so that the only error is the one that says what to declare. No program
/// that compiles has such a value.
@dynamicMemberLookup
@dynamicCallable
public struct _UndeclaredValue: Sendable {
    /// Matches a property.
    public subscript(dynamicMember name: String) -> _UndeclaredValue {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a property of the type that the caller expects.
    public subscript<Value>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches an element.
    public subscript<Value>(_ index: Any) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a call.
    @discardableResult
    public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> _UndeclaredValue {
        preconditionFailure("unavailable")
    }

    /// Matches a call that returns the type that the caller expects.
    @discardableResult
    public func dynamicallyCall<Value>(withKeywordArguments arguments: KeyValuePairs<String, Any>) -> Value {
        preconditionFailure("unavailable")
    }

    /// Matches `count`, because the functions of sequences with this name are others.
    public var count: Int { preconditionFailure("unavailable") }
    /// Matches `first`, because the functions of sequences with this name are others.
    public var first: _UndeclaredValue? { preconditionFailure("unavailable") }
}

extension _UndeclaredValue: Sequence, IteratorProtocol {
    /// Matches a loop.
    public func next() -> _UndeclaredValue? { nil }
}

extension _UndeclaredValue: AsyncSequence {
    /// Matches a loop with `await`.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Matches a loop with `await`.
        public func next() async -> _UndeclaredValue? { nil }
    }

    /// Matches a loop with `await`.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}
