/// Where a scene is in its parent: the field that it follows, and which of that field's elements it belongs to.
// Unchecked because a key path, which is a constant, is not known to be sendable: one with subscripts holds their arguments.
// Only its text is read.
package struct ScenePlace: @unchecked Sendable {
    package let field: AnyKeyPath
    /// The id of an element; `nil` where the field presents one scene.
    package let id: (any Sendable)?

    package init(field: AnyKeyPath, id: (any Sendable)?) {
        self.field = field
        self.id = id
    }

    /// The field, as it is written behind `\.`.
    package var fieldName: String {
        let path = "\(field)".drop { $0 != "." }.dropFirst()
        // Without reflection data, and for computed properties, there is no name.
        return path.contains("<") ? "presented" : String(path)
    }

    /// The id of the element, or the name of the field.
    package var text: String { id.map { "\($0)" } ?? fieldName }
}
