/// Identifies a scene in the messages.
struct SceneOnWire {
    let id: Int
    let name: String
    /// The id of the parent, whose state this scene follows.
    var parent: Int?
    var place: JSONTree?
    /// The reference with which the host has opened the scene.
    var ref: Int?
    /// The first revision. It is 0 except for restored scenes.
    var revision = 0
}
