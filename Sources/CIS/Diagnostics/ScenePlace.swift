/// Where a scene is in its parent: the field that it follows, and its element of that field.
// Unchecked because `AnyKeyPath` is not `Sendable`: a path with subscripts holds their arguments. Only the path's text
// is used.
package struct ScenePlace: @unchecked Sendable {
    package let field: AnyKeyPath
    /// The id of the element; `nil` if the field presents one scene.
    package let id: (any Sendable)?

    package init(field: AnyKeyPath, id: (any Sendable)?) {
        self.field = field
        self.id = id
    }

    /// The name of the field, as it is written after `\.`.
    package var fieldName: String {
        let path = "\(field)".drop { $0 != "." }.dropFirst()
        // The name is not available for computed properties, or if the program has no reflection data.
        return path.contains("<") ? "presented" : String(path)
    }

    /// The id of the element, or the name of the field.
    package var text: String { id.map { "\($0)" } ?? fieldName }
}
