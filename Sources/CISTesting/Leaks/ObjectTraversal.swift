internal import CIS

/// Visits objects along their strong references, in order of distance.
struct ObjectTraversal {
    private var queue: [References.Held] = []
    private var next = 0
    private var seen: Set<ObjectIdentifier> = []
    private var budget: Int
    /// Visited fields whose contents reflection cannot show.
    private(set) var closed: [String] = []

    /// The maximum number of visited values.
    static let budget = 50_000

    init(budget: Int = ObjectTraversal.budget) {
        self.budget = budget
    }

    /// Adds starting points: the value itself if it is an object, otherwise the objects in it.
    mutating func start(from value: Any, path: String = "") {
        add(References(of: value, at: path, budget: budget))
    }

    /// Adds the objects that a visited object holds.
    mutating func enter(_ held: References.Held) {
        add(References(of: held.object, at: held.path, budget: budget))
    }

    private mutating func add(_ references: References) {
        budget -= references.cost(of: budget)
        queue += references.objects
        closed += references.closed
    }

    /// Returns the next object that was not visited yet.
    mutating func meet() -> References.Held? {
        while next < queue.count {
            let held = queue[next]
            next += 1
            if seen.insert(ObjectIdentifier(held.object)).inserted { return held }
        }
        return nil
    }
}

/// How leak checks treat an object.
@MainActor
enum ObjectKind {
    /// Whether an object belongs to the system or to the test tools, and not to a scene.
    static func isForeign(_ object: AnyObject) -> Bool {
        if isOfTools(object) { return true }
        let name = String(reflecting: type(of: object))
        guard let end = name.firstIndex(of: ".") else { return true }  // a class of Objective-C
        // The storage of a policy, which a constant may share with the action that the policy holds back.
        if name.hasPrefix("CIS.ActionPolicy.") { return true }
        let module = name[..<end]
        return module.hasPrefix("Foundation") || module.hasPrefix("_Foundation") || systemModules.contains(module)
    }

    private static let systemModules: Set<Substring> = [
        "Swift", "Dispatch", "Synchronization", "Observation", "Combine", "SwiftUI", "UIKit", "_Concurrency", "__C",
    ]

    /// Whether an object belongs to the test tools, as a stub does. The references of such an object are not followed.
    static func isOfTools(_ object: Any) -> Bool {
        guard type(of: object) is AnyClass else { return false }
        return object is GroupID.Value || module(of: object) == "CISTesting"
    }

    private static func module(of object: Any) -> Substring {
        String(reflecting: type(of: object)).prefix { $0 != "." }
    }

    /// Whether an object is a part of a scene that nothing outside the scene may keep. Output ports and their storage
    /// are not counted, because a worker may keep the port that it was given.
    static func isScenePart(_ object: AnyObject) -> Bool {
        object is any SceneNode || object is any MutationReceiver || object is any Controller
            || object is any Interactor
    }
}
