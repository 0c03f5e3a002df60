/// One requirement of a worker protocol, as its text says it.
struct Requirement: Equatable {
    /// A parameter of a function.
    struct Parameter: Equatable {
        /// As declared: `_ images`, `to urls`, `names`.
        var declaration: String
        /// The label that callers write; `_` for none.
        var label: String
        /// The name inside of the function.
        var name: String
        /// The type as declared, with attributes.
        var type: String
        /// What a double keeps of it: without `@escaping`, and `T...` as an array.
        var keptType: String
    }

    /// How it fails.
    enum Failure: Equatable { case never, any }

    var name: String
    var isProperty: Bool
    /// Attributes and modifiers, as declared: `@concurrent`, `@MainActor`.
    var attributes: String
    var parameters: [Parameter]
    var isAsync: Bool
    var failure: Failure
    /// `Void` where nothing is returned.
    var answer: String
    /// The line it begins on, for messages.
    var line: Int
}
