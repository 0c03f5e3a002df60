internal import CIS

extension SceneIdentity {
    /// Name and place: `Row[2]`. The number is omitted, because it differs in each run.
    var placedName: String { "\(name)\(place.map { "[\($0)]" } ?? "")" }
}

/// The names of the scenes of a run for messages: `Row[2]`, or `Row[2] of Section[1]` if several scenes have that name.
@MainActor
struct SceneNames {
    private var names: [UInt64: String] = [:]

    /// - Complexity: O(number of scenes).
    init(of scenes: [any InspectableScene]) {
        let counts = Dictionary(scenes.map { ($0.identity.placedName, 1) }, uniquingKeysWith: +)
        for scene in scenes where counts[scene.identity.placedName] == 1 {
            names[scene.identity.number] = scene.identity.placedName
        }
        guard names.count < scenes.count else { return }
        for parent in scenes {
            for child in parent.children where names[child.identity.number] == nil {
                names[child.identity.number] = "\(child.identity.placedName) of \(parent.identity.placedName)"
            }
        }
    }

    /// The name of a scene, which may have been released.
    subscript(scene: SceneIdentity) -> String { names[scene.number] ?? scene.placedName }
}
