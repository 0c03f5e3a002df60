/// When an observer is called after a change.
public enum Delivery: Sendable, Hashable {
    /// Calls the observer at every commit that changes the selected value, before `execute` returns.
    case everyChange
    /// Calls the observer once per turn of the main actor, with the latest value.
    ///
    /// Use it for drawing, so that a burst of mutations redraws once. The observer does not receive intermediate
    /// values. If a value changes and changes back within the turn, the observer is not called.
    case oncePerTurn
}
