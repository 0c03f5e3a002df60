extension CodingKey {
    /// Whether the key is an index into an array, in the form that Foundation's decoders use.
    var isIndex: Bool { intValue.map { stringValue == "Index \($0)" } ?? false }

    /// Whether the key is part of the content, like the key of a dictionary. Error messages do not show such keys.
    ///
    /// The coding keys that a type declares are enum cases without associated values. All other keys, except indices,
    /// count as content.
    var isContent: Bool {
        let mirror = Mirror(reflecting: self)
        return !isIndex && !(mirror.displayStyle == .enum && mirror.children.isEmpty)
    }
}
