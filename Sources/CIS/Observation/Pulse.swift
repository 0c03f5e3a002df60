/// A one-shot value in state: setting the same value twice notifies twice.
///
/// Use it for events rather than facts: "show this toast", "scroll to the top". By default, a new observer that is
/// registered with ``SceneRuntime/observePulse(_:replayingLast:onPulse:fileID:line:)`` does not receive the last value.
///
/// ```swift
/// struct State: SceneState { var toast = Pulse<String?>(nil) … }
/// state.toast.value = "Saved"     // notifies
/// state.toast.value = "Saved"     // notifies again
/// ```
///
/// Each set is heard once, however the pulse gets into the state. An earlier value that comes back with an undo was
/// heard already, and so was a value that was decoded. A pulse has one value: if it is set several times within one
/// mutation, the last value is heard.
public struct Pulse<Value> {
    /// The value that was set last. Setting it always counts as a change, even to an equal value.
    public var value: Value {
        didSet {
            count &+= 1
            origin = Stamp()
        }
    }

    /// The number of times the value was set. Wraps around.
    package private(set) var count: UInt64
    /// Identifies the last set within the process. Later sets have greater numbers. 0 if the value was not set, or was
    /// restored. The count cannot do this, because a new pulse starts to count again.
    private(set) var origin = Stamp(number: 0)

    private enum CodingKeys: CodingKey { case value, count }

    /// Creates a pulse whose value has not been set yet.
    public init(_ value: Value) {
        self.init(value, count: 0)
    }

    package init(_ value: Value, count: UInt64) {
        self.value = value
        self.count = count
    }
}

extension Pulse: Sendable where Value: Sendable {}
extension Pulse: Codable where Value: Codable {}

extension Pulse: Equatable where Value: Equatable {
    /// Whether both have the same value *and* were set equally often. If an equal value is set, the pulse is no longer
    /// equal to an earlier copy.
    public static func == (lhs: Pulse, rhs: Pulse) -> Bool {
        lhs.count == rhs.count && lhs.value == rhs.value && lhs.origin == rhs.origin
    }
}

/// The sets that an observer has heard, so that an earlier pulse that comes back with an undo is not heard again.
struct HeardPulses {
    /// All sets up to here count as heard: those before the observation, and those that are forgotten.
    private var oldest = Stamp.next()
    private var later: Set<UInt64> = []

    /// Adds a set, and returns whether it had not been heard.
    mutating func insert(_ origin: Stamp) -> Bool {
        guard origin.number > oldest, later.insert(origin.number).inserted else { return false }
        // A bound for the memory.
        if later.count > 100, let number = later.min() {
            oldest = number
            later.remove(number)
        }
        return true
    }
}
