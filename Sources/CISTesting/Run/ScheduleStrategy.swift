internal import CIS

/// Chooses the next step.
@MainActor
protocol ScheduleStrategy: AnyObject, Sendable {
    /// - Parameter options: At least one, sorted by key.
    func choose(from options: [Option]) -> Choice
    /// Called before an action starts, if its start was the last choice.
    ///
    /// - Parameter task: The number that the tracked task of the action will have.
    func willStart(task: Int)
}

/// A step that can be chosen.
struct Option: Sendable {
    let key: Schedule.Key
    let name: StepName
    var canFail = false
    var canBeCancelled = false
}

/// What a step does. It is converted to text only when it is shown.
enum StepName: Sendable, CustomStringConvertible {
    case start(any Sendable)
    /// The action of a child.
    case startIn(any Sendable, place: @Sendable () -> String)
    case advance(Duration)
    case process(String)
    case goOn(String)
    case wake
    case value

    var description: String {
        switch self {
        case .start(let action): "start \(describe(action))"
        case .startIn(let action, let place): "start \(describe(action)) of \(place())"
        case .advance(let duration): "\(duration) begin to pass"
        case .process(let call): "the other side does \(call)"
        case .goOn(let call): "go on in \(call)"
        case .wake: "time goes on"
        case .value: "a value of a stream arrives"
        }
    }

    /// What happens, for the sentence of a `when` that has none.
    var sentence: String {
        switch self {
        case .start(let action): describe(action)
        case .startIn(let action, let place): "\(describe(action)) of \(place())"
        case .advance(let duration): "\(duration) pass"
        default: description
        }
    }
}

/// The chosen step, and the fault that is injected with it.
struct Choice: Sendable {
    let key: Schedule.Key
    /// Whether the action is cancelled first.
    var isCancelled = false
    /// Whether the action is cancelled after the answer has arrived.
    var isCancelledLate = false
    /// Whether the call fails.
    var fails = false
}
