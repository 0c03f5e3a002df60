/// The names of enum cases.
package enum EnumCaseName {
    /// The name of a value's case without its payload. For a value that is not an enum, its description.
    package static func of(_ value: Any) -> String {
        ifEnum(value) ?? String(describing: value)
    }

    /// The name of a value's case without its payload. `nil` for a value that is not an enum.
    package static func ifEnum(_ value: Any) -> String? {
        enumCaseName(value).map { EnumMetadata.plain(String(cString: $0)) }
    }

    /// The names of all cases of an enum, including those with a payload.
    ///
    /// Cases with a payload come first, then the others, each in the order of declaration. The names are read from the
    /// reflection metadata of the type.
    ///
    /// - Returns: `nil` if the type is not an enum, if it was compiled without that metadata
    ///   (`-disable-reflection-metadata`) or without names (`-disable-reflection-names`), and where pointers are signed
    ///   (arm64e).
    package static func all(of type: Any.Type) -> [String]? {
        EnumMetadata(type)?.caseNames
    }
}

/// The standard library's function for the name of a case, which every Swift runtime exports. `Mirror` does not provide the
/// name of a case without payload, and `String(describing:)` does not provide it for an enum with a custom description.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
