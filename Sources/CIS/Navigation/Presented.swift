/// A place in state where another scene can be presented: nothing, or the value from which the child is made.
///
/// Each presentation has a number of its own, so that presenting the same value again is a new child, and the result of
/// the old one reaches nobody.
///
/// ```swift
/// struct State: SceneState { var details = Presented<Movie>() … }
/// state.details.present(movie)
/// state.details.dismiss()
/// ```
public struct Presented<Value> {
    // First, because followers look at its bits to see whether anything has changed.
    private(set) var origin = Origin()
    /// What is presented, if anything.
    public private(set) var value: Value?
    /// The number of the last presentation, counted from 1; 0 before the first.
    public private(set) var number: UInt64 = 0

    private enum CodingKeys: CodingKey { case value, number }

    /// Presents nothing, or the given value.
    public init(_ value: Value? = nil) {
        if let value { present(value) }
    }

    /// Whether something is presented.
    public var isPresented: Bool { value != nil }

    /// Presents a value, in place of what was presented before: the child is made anew.
    public mutating func present(_ value: Value) {
        self.value = value
        number &+= 1
        origin = Origin()
    }

    /// Presents nothing.
    public mutating func dismiss() {
        if value != nil { origin = Origin() }
        value = nil
    }
}

extension Presented: Sendable where Value: Sendable {}
extension Presented: Equatable where Value: Equatable {}
extension Presented: Hashable where Value: Hashable {}
extension Presented: Codable where Value: Codable {}

extension Presented: CustomStringConvertible {
    /// What is presented.
    public var description: String { value.map { "presented(\($0))" } ?? "nothing presented" }
}
