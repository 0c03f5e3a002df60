/// A requirement of a worker protocol, as read from the source.
struct Requirement: Equatable {
    /// A parameter of a function.
    struct Parameter: Equatable {
        /// The names as declared: `_ images`, `to urls`, `names`.
        var declaration: String
        /// The argument label, or `_`.
        var label: String
        /// The parameter name.
        var name: String
        /// The type as declared, with attributes.
        var type: String
        /// The type that a double stores: without `@escaping`, and an array for `T...`.
        var keptType: String
    }

    var name: String
    var isProperty: Bool
    /// The attributes and modifiers as declared, such as `@concurrent`.
    var attributes: String
    var parameters: [Parameter]
    var isAsync: Bool
    /// The type of its errors: `any Error` if none is named. Nil if it cannot throw.
    var failure: String?
    /// The return type; `Void` if there is none.
    var answer: String
}
