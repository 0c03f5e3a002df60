/// Why an action or a mutation was not carried out.
public enum DropReason: String, Sendable, Hashable {
    /// The scene had been stopped when it was executed, or, for a mutation, before its turn came.
    case stopped
    /// The action of this scene that executed the mutation was cancelled.
    case cancelled
    /// The action was cancelled before it started, perhaps by the stop of its scene.
    case cancelledBeforeStart
    /// The mutation was computed from a snapshot, and the domain state has moved on.
    case stale
    /// The scene it was sent to had been released.
    case released
    /// It was part of an endless loop of observers and actions.
    case runaway
    /// Its policy let only the first run, and an action of its group was running.
    case busy
    /// A later action of its group took its place.
    case replaced
    /// Its policy lets one action start per interval, and this was not it.
    case throttled
    /// It ran longer than its policy allows, and was cancelled.
    case timedOut
    /// Its policy held it back, and the scene's clock failed to tell until when.
    case clockFailed
}

extension DropReason {
    var sentence: String {
        switch self {
        case .stopped: "the scene was stopped."
        case .cancelled: "its action was cancelled. Clean-up can opt in with evenIfCancelled."
        case .cancelledBeforeStart: "it was cancelled before it started."
        case .stale: "the domain state has moved on since the snapshot. Take a new one and compute again."
        case .released: "the scene was released."
        case .runaway: "it was part of an endless loop."
        case .busy: "its policy lets only the first run, and one was running."
        case .replaced: "a later action of its group took its place."
        case .throttled: "its policy lets one start per interval."
        case .timedOut: "it ran longer than its policy allows."
        case .clockFailed: "its policy held it back, and the scene's clock failed."
        }
    }
}
