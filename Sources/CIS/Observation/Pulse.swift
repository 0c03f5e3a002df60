/// A one-shot value in state: setting the same value twice notifies twice.
///
/// For what happens rather than is: "show this toast", "scroll to the top". Observed with
/// ``SceneRuntime/observePulse(_:replayingLast:onPulse:)``, an observer that comes late does not get the last value
/// unless it asks for it.
///
/// ```swift
/// struct State: SceneState { var toast = Pulse<String?>(nil) … }
/// state.toast.value = "Saved"     // notifies
/// state.toast.value = "Saved"     // notifies again
/// ```
///
/// The semantics are those of ReactorKit's `Pulse`.
public struct Pulse<Value> {
    /// The value last set. Setting it counts as a change, whatever it was.
    public var value: Value {
        didSet { count &+= 1 }
    }

    /// How often the value was set. Wraps around.
    package private(set) var count: UInt64

    /// Makes a pulse that has not fired.
    ///
    /// - Parameter value: The value before the first is set.
    public init(_ value: Value) {
        self.init(value, count: 0)
    }

    package init(_ value: Value, count: UInt64) {
        self.value = value
        self.count = count
    }
}

extension Pulse: Sendable where Value: Sendable {}

extension Pulse: Equatable where Value: Equatable {
    /// Whether both have the same value *and* were set as often: setting an equal value makes a pulse unequal.
    public static func == (lhs: Pulse, rhs: Pulse) -> Bool {
        lhs.count == rhs.count && lhs.value == rhs.value
    }
}
