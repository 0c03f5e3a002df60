/// What a scene is called on the wire.
struct SceneOnWire {
    let id: Int
    let name: String
    /// The scene whose state this one follows.
    var parent: Int?
    var place: JSONTree?
    /// The reference under which the host has opened it.
    var ref: Int?
    /// The first revision. 0, but for scenes that were saved.
    var revision = 0
}
