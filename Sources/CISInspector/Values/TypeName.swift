/// Names of types that are the same in every run.
enum TypeName {
    /// The name of a type with its module. The Swift runtime puts an address into the name of a private type. This function
    /// omits it.
    static func of(_ type: any Any.Type) -> String {
        let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
        return parts.filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
    }
}
