internal import CIS

/// What a recorder keeps of an event until it is encoded.
struct RecorderItem: Sendable {
    /// What a scene that is opened has besides its state. On the heap, because few items have it.
    final class Opened: Sendable {
        let identity: SceneIdentity
        let parent: UInt64?
        let types: SceneTypes?

        init(_ identity: SceneIdentity, parent: UInt64?, _ types: SceneTypes?) {
            self.identity = identity
            self.parent = parent
            self.types = types
        }
    }

    let kind: RecordedLine.Kind
    /// The number of the event. 0 for lines that are no event.
    let number: UInt64
    /// The number of the event that has caused it; for the end of an action, the number of its event.
    let cause: UInt64?
    let scene: UInt64
    let time: Int
    var value: (any Sendable)?
    var site: CallSite?
    var ending: SceneEvent.Ending?
    var what: SceneEvent.Dropped?
    var reason: DropReason?
    var duration = 0
    var revision: UInt64 = 0
    /// The numbers of the events that are part of a mutation. 0 if unknown.
    var commit: UInt64 = 0
    var effects: UInt64 = 0
    /// The state of a new scene, or after a mutation.
    var state: (any SceneState)?
    var opened: Opened?
}

/// A scene whose definition is known.
@MainActor protocol TypedScene {
    static var types: SceneTypes { get }
}

extension SceneRuntime: TypedScene {
    static var types: SceneTypes { SceneTypes(of: Definition.self) }
}
