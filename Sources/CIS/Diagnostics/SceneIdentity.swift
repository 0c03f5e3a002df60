/// Identifies a scene, also among scenes of the same definition.
public struct SceneIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The name of the scene's definition.
    public var name: String { String(describing: type) }
    /// The scene's number. Unique within the process.
    public let number: UInt64

    /// Where the scene is in its parent, if it follows the parent's state: the id of its element, or the name of the
    /// field that presents it.
    public var place: String? { knownPlace?.text }

    package let type: any Any.Type
    package var knownPlace: ScenePlace?

    /// Name, place and number: `Counter/3`, `Row[2]/17` for the row with the id 2, `Photo[front]/8` for the photo that
    /// `\.front` presents.
    public var description: String { "\(name)\(place.map { "[\($0)]" } ?? "")/\(number)" }

    /// Whether both are the same scene.
    public static func == (lhs: SceneIdentity, rhs: SceneIdentity) -> Bool { lhs.number == rhs.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
