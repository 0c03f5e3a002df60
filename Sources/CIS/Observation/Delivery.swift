/// When an observer is told about a change.
public enum Delivery: Sendable, Hashable {
    /// At every commit that changes the selected value, before `execute` returns.
    case everyChange
    /// Once per turn of the main actor, however many commits there were, with the value they left behind.
    ///
    /// For drawing: a burst of mutations redraws once. Values in between are not seen, and neither is a value that
    /// changes and changes back within the turn.
    case oncePerTurn
}
