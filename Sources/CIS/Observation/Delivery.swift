/// When an observer is called after a change.
public enum Delivery: Sendable, Hashable {
    /// At every commit that changes the selected value, before `execute` returns.
    case everyChange
    /// Once per turn of the main actor, with the latest value.
    ///
    /// Use it for drawing: a burst of mutations redraws once. The observer does not receive values in between, or a
    /// value that changes and changes back within the turn.
    case oncePerTurn
}
