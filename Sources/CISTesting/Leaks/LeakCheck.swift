internal import CIS

/// Finds what is still alive after the release of a scene.
///
/// Create it before the release. It records, by weak references, every object that the parts of the scene hold directly or
/// indirectly. After the release, it names the objects that are still alive, and the path that holds each if it can be found.
/// It does not wait.
///
/// Reflection shows which objects a property holds. It does not show the contents of closures, tasks, a `Mutex` or an
/// unsafe pointer. Objects that only these own are not recorded, and paths through these are not found. The message
/// names such fields as possible holders. Closures that were registered with a scene are released one by one: if that frees an
/// object, the closure has held it. Weak and unowned properties do not count. At most 50,000 values are visited.
/// Objects of the system, of the test tools and in the scene's state are not recorded.
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

    /// Records what a scene owns.
    ///
    /// - Parameters:
    ///   - root: The scene's runtime. Release it before you call ``failure(of:)``.
    ///   - besides: Objects that may live on with everything that they hold: doubles, a fixture, a parent scene. A part
    ///     of a scene (runtime, controller, interactor, store) may live on only if it is listed itself, or held by a
    ///     listed part of a scene. So a double that keeps the store causes a leak.
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

    /// The objects in a state. A test that holds a copy of the state holds these objects, too.
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

    /// The maximum number of objects whose holders are searched. Those nearest to the runtime come first.
    private static let survivorLimit = 100

    /// A message that names what is still alive, and what holds it. `nil` if everything was deallocated.
    ///
    /// - Parameter name: The scene, for the message.
    /// - Complexity: O(*n*²) in the number of survivors, of which at most 100 are searched, and O(*m*) in the number of
    ///   objects that they hold.
    package func failure(of name: String) -> String? {
        message(of: name, lines: linesOfSurvivors)
    }

    /// A message that names what is still alive, and what holds it. `nil` if everything was deallocated.
    ///
    /// - Parameters:
    ///   - name: The scene, for the message.
    ///   - closures: The closures that were registered with the scene. If something is alive, they are released.
    func failure(of name: String, releasing closures: RegisteredClosures) async -> String? {
        defer { closures.all = [] }
        let survivors = linesOfSurvivors
        guard !survivors.isEmpty else { return nil }
        // A task that was just started registers its closures first.
        await letTasksRun()
        let holders = await linesOfHolders(among: closures.all)
        return message(of: name, lines: holders.isEmpty ? survivors : holders + linesOfSurvivors)
    }

    /// Lets the tasks of the main actor run, until an object is freed, or none of them can be expected to run. Only the words
    /// of a failure depend on this: that something is still alive is known before.
    private func letTasksRun() async {
        let count = living.count
        // Each task is enqueued behind everything that is ready to run.
        for _ in 0..<100 where living.count == count { await Task { @MainActor in }.value }
    }

    /// Lets the tasks of the main actor run, until nothing is alive, or none of them can be expected to run.
    func letDroppedActionsEnd() async {
        for _ in 0..<100 where !living.isEmpty { await Task { @MainActor in }.value }
    }

    private func message(of name: String, lines: [String]) -> String? {
        lines.isEmpty ? nil : "After the release of \(name), this is still alive:\n" + lines.joined(separator: "\n")
    }

    /// The indices of the objects that are still alive.
    private var living: [Int] { noted.indices.filter { noted[$0].object != nil } }

    private var linesOfSurvivors: [String] {
        let survivors = noted.compactMap { noted in
            noted.object.map { Survivor(object: $0, name: noted.name, path: noted.path) }
        }
        guard !survivors.isEmpty else { return [] }
        return HolderSearch(survivors: Array(survivors.prefix(Self.survivorLimit)), roots: besides).lines
    }

    /// Releases closures one by one. A line for each that has held something, with the objects that this frees.
    private func linesOfHolders(among closures: [RegisteredClosure]) async -> [String] {
        var lines: [String] = []
        for closure in closures {
            let before = living
            guard !before.isEmpty else { break }
            closure.release()
            if closure.endsLater { await letTasksRun() }
            let freed = before.filter { noted[$0].object == nil }.map { noted[$0].name }
            guard let first = freed.first else { continue }
            lines.append("  \(first) is still alive. Held by \(closure.text)")
            let rest = freed.dropFirst().joined(separator: ", ")
            if !rest.isEmpty { lines.append("  Alive because of this: \(rest)") }
        }
        return lines
    }
}

/// The closures that were registered with the scenes of a test.
@MainActor
final class RegisteredClosures {
    var all: [RegisteredClosure] = []

    nonisolated init() {}
}

extension RegisteredClosure {
    fileprivate var text: String {
        "\(function)" == "values" ? "a task that reads the values at \(site)" : "the closure of \(function) at \(site)"
    }
}

/// An object that should have been deallocated.
struct Survivor {
    let object: AnyObject
    let name: String
    /// The path by which the scene held the object.
    let path: String

    /// The name of the field in which the scene held the object.
    var label: String { path.isEmpty ? name : String(path.split(separator: ".").last ?? "") }
    var id: ObjectIdentifier { ObjectIdentifier(object) }
}
