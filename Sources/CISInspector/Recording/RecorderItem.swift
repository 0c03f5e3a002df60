internal import CIS

/// What a recorder keeps of an event until it is encoded.
struct RecorderItem: Sendable {
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
    var identity: SceneIdentity?
    var parent: UInt64?
    var types: SceneTypes?

    init(_ kind: RecordedLine.Kind, number: UInt64, cause: UInt64?, scene: UInt64, time: Int) {
        self.kind = kind
        self.number = number
        self.cause = cause
        self.scene = scene
        self.time = time
    }
}
