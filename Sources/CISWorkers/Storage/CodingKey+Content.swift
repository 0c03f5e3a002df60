extension CodingKey {
    /// Whether it is a place in a list, as the decoders of Foundation name one.
    var isIndex: Bool { intValue.map { stringValue == "Index \($0)" } ?? false }

    /// Whether it is part of the content, as the key of a dictionary is, also one that is a number: no text of an error
    /// shows it. Only a type's own coding keys are cases without values.
    var isContent: Bool {
        let mirror = Mirror(reflecting: self)
        return !isIndex && !(mirror.displayStyle == .enum && mirror.children.isEmpty)
    }
}
