/// The names of enum cases: of a value, and of a whole type.
package enum EnumCaseName {
    /// The name of a value's case without its payload; of what is not an enum, its description.
    package static func of(_ value: Any) -> String {
        guard let name = enumCaseName(value) else { return String(describing: value) }
        return plain(String(cString: name))
    }

    /// The names of all cases of an enum, also of those with a payload, which `CaseIterable` cannot list.
    ///
    /// Cases with a payload come first, each kind in the order of declaration. Read from the metadata that the compiler
    /// emits for reflection, so that a scene's vocabulary needs no list kept by hand beside it.
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

    /// A name as it is written. Around names of several words the compiler keeps the backticks, and between the words it
    /// puts spaces that do not break.
    private static func plain(_ name: String) -> String {
        guard name.hasPrefix("`"), name.hasSuffix("`") else { return name }
        return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
    }
}

/// The standard library's own question for a case's name, exported by every Swift runtime. Asked because `Mirror` knows no
/// name of a case without payload, and `String(describing:)` none of an enum with a description of its own.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
