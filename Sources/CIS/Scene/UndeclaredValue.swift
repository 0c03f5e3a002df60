/// Stands for a worker or a domain state that a scene uses, but does not declare.
///
/// Its members can be used like those of any type, so that the first error is the one that says what to declare. No
/// program that compiles has such a value.
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
}
