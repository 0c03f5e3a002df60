internal import CIS

/// Finds what is left of a scene after its release.
///
/// Made before the release, it notes what the scene owns, weakly: every object that its parts hold, directly or through
/// others. Asked after the release, it names those that are still alive and, where it can be found, the path that holds
/// each. Nothing is waited for.
///
/// Reflection shows what properties hold. It shows neither what closures and tasks hold, nor what is in a `Mutex`, an
/// unsafe pointer, or a scene's state: an object that only these own is not noted, and a path through them is not found
/// (they are named as possible holders). Weak and unowned properties are known as such. At most 50,000 values are looked
/// at. Objects of the system and of this library's test tools are never noted, nor is what a state of the scene holds.
@MainActor
package struct LeakCheck {
    private final class Noted {
        weak var object: AnyObject?
        let name: String
        let path: String

        init(_ held: References.Held) {
            object = held.object
            name = "\(type(of: held.object))"
            path = held.path
        }
    }

    private let noted: [Noted]
    private let besides: [Any]

    /// Notes what a scene owns.
    ///
    /// - Parameters:
    ///   - root: The scene's runtime. Release it before asking for ``failure(of:)``.
    ///   - besides: What may live on, with all that it holds: the doubles, or a fixture that holds them, a parent scene.
    ///     A part of a scene (runtime, controller, interactor, store) may live on only if it is named itself, or held by
    ///     a scene that is: a double that keeps the store is a leak, and its path is found.
    package init(of root: AnyObject, besides: [Any] = []) {
        self.besides = besides
        let livingOn = Self.livingOn(besides, without: root)
        var noted: [Noted] = []
        var ofStates: Set<ObjectIdentifier> = []
        var walk = ObjectTraversal()
        walk.start(from: root)
        while let held = walk.meet() {
            if livingOn.contains(ObjectIdentifier(held.object)) || ObjectKind.isForeign(held.object) { continue }
            noted.append(Noted(held))
            if let scene = held.object as? any InspectableScene {
                ofStates.formUnion(Self.objects(of: scene.currentState))
            }
            walk.enter(held)
        }
        self.noted = noted.filter { noted in
            noted.object.map { !ofStates.contains(ObjectIdentifier($0)) } ?? false
        }
    }

    /// The objects in a state. A test holds copies of states, and with them these.
    private static func objects(of state: any SceneState) -> Set<ObjectIdentifier> {
        var objects: Set<ObjectIdentifier> = []
        var walk = ObjectTraversal()
        walk.start(from: state)
        while let held = walk.meet() {
            objects.insert(ObjectIdentifier(held.object))
            if !ObjectKind.isForeign(held.object) { walk.enter(held) }
        }
        return objects
    }

    private static func livingOn(_ besides: [Any], without root: AnyObject) -> Set<ObjectIdentifier> {
        var living: Set<ObjectIdentifier> = []
        for value in besides {
            let isScene = type(of: value) is AnyClass && ObjectKind.isScenePart(value as AnyObject)
            var walk = ObjectTraversal()
            walk.start(from: value)
            while let held = walk.meet() {
                if held.object === root || ObjectKind.isForeign(held.object) { continue }
                if !isScene, ObjectKind.isScenePart(held.object) { continue }
                living.insert(ObjectIdentifier(held.object))
                walk.enter(held)
            }
        }
        return living
    }

    /// The most objects whose holders are looked for: the first, which are nearest to the runtime.
    private static let survivorLimit = 100

    /// What is still alive and who holds it, as a message; `nil` if everything is gone.
    ///
    /// - Parameter name: The scene, for the message.
    /// - Complexity: O(*n*²) in the survivors, of which 100 are looked at, and O(*m*) in what they hold.
    package func failure(of name: String) -> String? {
        let survivors = noted.compactMap { noted in
            noted.object.map { Survivor(object: $0, name: noted.name, path: noted.path) }
        }
        guard !survivors.isEmpty else { return nil }
        let lines = HolderSearch(survivors: Array(survivors.prefix(Self.survivorLimit)), roots: besides).lines
        return "After the release of \(name), this is still alive:\n" + lines.joined(separator: "\n")
    }
}

/// An object that should be gone.
struct Survivor {
    let object: AnyObject
    let name: String
    /// How the scene held it.
    let path: String

    /// The field that the scene held it in.
    var label: String { path.isEmpty ? name : String(path.split(separator: ".").last ?? "") }
    var id: ObjectIdentifier { ObjectIdentifier(object) }
}
