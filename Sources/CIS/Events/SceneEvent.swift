public import Synchronization

/// One thing that has happened in a scene. Received by a ``SceneObserver``.
public struct SceneEvent: Sendable {
    /// Identifies an event. Unique within the process; later events have greater ids.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The number behind the id, counted from 1.
        public let number: UInt64

        /// Whether `lhs` began before `rhs`.
        public static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }

        /// The number, as in `#12`.
        public var description: String { "#\(number)" }
    }

    /// What happened. The associated values are those that were executed.
    public enum Kind: Sendable {
        /// An action runs, from its start until its `handle` has returned.
        case action(any Sendable)
        /// A use case runs, from its start until its `perform` has returned.
        case useCase(any Sendable)
        /// A mutation is applied, from before the state changes until its side effects are done.
        case mutation(any Sendable)
        /// The changed state is published: views are invalidated, and observers are called. It is part of its
        /// mutation's event. The number counts the commits of the scene, from 1.
        case commit(number: UInt64)
        /// The side effects of a mutation are performed. It is part of its mutation's event.
        case sideEffects(of: any Sendable)
        /// The scene has sent an output to its parent, through an ``OutputPort``.
        case output(any Sendable)
        /// An action or a mutation was dropped. The second value is the action or mutation.
        case dropped(Dropped, any Sendable, reason: DropReason)
        /// A running action was cancelled by a policy: its own (``DropReason/timedOut``) or that of a later action
        /// (``DropReason/replaced``). Its `handle` continues until it returns.
        case cancelled(any Sendable, reason: DropReason)
        /// The scene was stopped, by `stop()` or because its runtime was released.
        case stopped
    }

    /// What kind of thing was dropped.
    public enum Dropped: String, Sendable {
        /// An action: its `handle` never ran.
        case action
        /// A mutation: the state did not change.
        case mutation
    }

    /// How an event ended.
    public enum Ending: Sendable, Hashable {
        /// It ran to its end.
        case finished
        /// It ran to its end after having been cancelled.
        case cancelled
        /// An output was ignored, because no parent is connected to the scene's port.
        case unheard
    }

    /// Identifies this event.
    public let id: ID
    /// The event that has caused this one: an action causes a use case, a use case a mutation, a side effect an action.
    /// `nil` if the event was caused from outside of all scenes.
    public let cause: ID?
    /// The scene in which it happened.
    public let scene: SceneIdentity
    /// What happened.
    public let kind: Kind
    /// Where it was executed, if known.
    public let callSite: CallSite?
}

/// Receives the events of a scene. Use it for logs, traces, recorders and test tools.
///
/// ``sceneWillBegin(_:)`` returns the function to call at the end of the event, so begin and end cannot be mismatched.
/// A scene without a scene observer pays nothing.
@MainActor
public protocol SceneObserver: AnyObject, Sendable {
    /// Called on the main actor when an event begins, before it has any effect.
    ///
    /// Must not execute mutations or actions synchronously.
    ///
    /// - Parameter event: The event, with its cause.
    /// - Returns: A function that is called once, when the event ends, or `nil`. An event without duration (an output,
    ///   a drop, the stop) ends at once.
    func sceneWillBegin(_ event: SceneEvent) -> (@MainActor (SceneEvent.Ending) -> Void)?
}

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

    package var fieldName: String {
        let path = "\(field)".drop { $0 != "." }.dropFirst()
        // The name is not available for computed properties, or if the program has no reflection data.
        return path.contains("<") ? "presented" : String(path)
    }

    package var text: String { id.map { "\($0)" } ?? fieldName }
}

/// The place in the source at which an action or a mutation was executed.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public let fileID: StaticString
    /// The line, counted from 1.
    public let line: UInt

    /// Creates a call site. Public functions pass their parameters `fileID` and `line`, whose defaults are the caller's
    /// file and line.
    public init(fileID: StaticString, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    /// The place, as `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Whether both name the same line of the same file.
    public static func == (lhs: CallSite, rhs: CallSite) -> Bool {
        lhs.line == rhs.line && lhs.fileID.description == rhs.fileID.description
    }

    /// Hashes file and line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID.description)
        hasher.combine(line)
    }
}

/// Whether any scene of the process is traced.
@usableFromInline
enum SceneTracing {
    /// The number of attached scene observers in the process. While it is zero, tracing costs a use case only one
    /// relaxed load.
    @usableFromInline static let attachedObservers = Atomic<Int>(0)

    @inlinable static var isOff: Bool { attachedObservers.load(ordering: .relaxed) == 0 }

    /// The synchronous event in progress, such as a commit or a side effect. Set and restored without a suspension in
    /// between.
    @MainActor static var synchronousCause: SceneEvent.ID?
}
