/// The names of enum cases.
package enum EnumCaseName {
    /// The name of a value's case without its payload. For a value that is not an enum, its description.
    package static func of(_ value: Any) -> String {
        guard let name = enumCaseName(value) else { return String(describing: value) }
        return plain(String(cString: name))
    }

    /// The names of all cases of an enum, including those with a payload.
    ///
    /// Cases with a payload come first, then the others, each in the order of declaration. The names are read from the
    /// reflection metadata of the type.
    ///
    /// - Returns: `nil` if the type is not an enum, if it was compiled without that metadata
    ///   (`-disable-reflection-metadata`) or its names (`-disable-reflection-names`), and where pointers are signed
    ///   (arm64e).
    package static func all(of type: Any.Type) -> [String]? {
        #if _ptrauth(_arm64e)
        return nil
        #else
        return EnumMetadata(type)?.caseNames?.map(plain)
        #endif
    }

    /// A name as it is written in code. Raw identifiers come with backticks, and with non-breaking spaces between the words.
    private static func plain(_ name: String) -> String {
        guard name.hasPrefix("`"), name.hasSuffix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }
}

/// The standard library's function for the name of a case, exported by every Swift runtime. `Mirror` has no name for a case
/// without payload, and `String(describing:)` none for an enum with a description of its own.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
