/// The domain state of a scene without business rules: nothing.
///
/// Whatever is read of it, the compiler says how to declare a domain state.
@dynamicMemberLookup
public struct NoDomainState: Sendable, Equatable {
    /// Creates the only value.
    @inlinable public init() {}

    /// Matches a field of a domain state that is not declared.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    public subscript(dynamicMember name: String) -> _UndeclaredValue {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }

    /// Matches a field of a domain state that is not declared, of the type that the caller expects.
    @available(
        *, unavailable, message: "the state has no domain state: declare `var domainState: DomainState` in `State`"
    )
    public subscript<Value>(dynamicMember name: String) -> Value {
        get { preconditionFailure("unavailable") }
        nonmutating set { preconditionFailure("unavailable") }
    }
}
