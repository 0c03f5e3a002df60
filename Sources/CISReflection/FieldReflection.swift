/// Reads the fields of a struct or a class: their names, their types, and whether they are strong references.
///
/// `Mirror` shows weak and unowned fields as if they were strong, and it traps on an unowned field whose object was
/// deallocated. The runtime function behind `Mirror` distinguishes these fields. Every Swift runtime since 5.4 exports
/// it.
package enum FieldReflection {
    /// Whether a field is neither weak nor unowned. Fields are counted from the topmost superclass on.
    package static func isStrong(_ index: Int, of type: Any.Type) -> Bool {
        guard index < fieldCount(type) else { return true }
        var field = Field()
        _ = fieldMetadata(type, index: index, field: &field)
        field.freeName?(field.name)
        return field.isStrong
    }

    /// The number of fields, including inherited ones.
    package static func count(of type: Any.Type) -> Int { fieldCount(type) }

    /// The names and types of the fields. Inherited fields come first.
    package static func fields(of type: Any.Type) -> [(name: String, type: Any.Type)] {
        (0..<fieldCount(type)).map { index in
            var field = Field()
            let fieldType = fieldMetadata(type, index: index, field: &field)
            defer { field.freeName?(field.name) }
            return (field.name.map { EnumMetadata.plain(String(cString: $0)) } ?? "", fieldType)
        }
    }

    /// The struct that the runtime function fills in. It must have the layout that the runtime declares.
    fileprivate struct Field {
        var name: UnsafePointer<CChar>?
        var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        var isStrong = true
        var isVariable = false
    }
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
    _ type: Any.Type, index: Int, field: UnsafeMutablePointer<FieldReflection.Field>
) -> Any.Type
