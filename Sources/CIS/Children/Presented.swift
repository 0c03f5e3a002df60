/// A value in state that presents another scene. It contains the value from which the child is created, or nothing.
///
/// Each presentation has a number. Presenting the same value again creates a new child, and outputs of the old child
/// are ignored. See <doc:ChildrenAndNavigation>.
public struct Presented<Value> {
    // First in memory, because its bits are compared after each commit.
    private(set) var origin = Stamp()
    /// The presented value, if there is one.
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

    /// Presents a value instead of the current one. A new child is created.
    public mutating func present(_ value: Value) {
        self.value = value
        number &+= 1
        origin = Stamp()
    }

    /// Presents nothing.
    public mutating func dismiss() {
        if value != nil { origin = Stamp() }
        value = nil
    }
}

extension Presented: Sendable where Value: Sendable {}

extension Presented: Equatable where Value: Equatable {
    /// Whether both present an equal value, or nothing, and have presented equally often.
    public static func == (lhs: Presented, rhs: Presented) -> Bool {
        // Without a value there is no child, so the origins do not matter.
        lhs.number == rhs.number && lhs.value == rhs.value && (lhs.value == nil || lhs.origin == rhs.origin)
    }
}

extension Presented: Hashable where Value: Hashable {}
extension Presented: Codable where Value: Codable {}

extension Presented: CustomStringConvertible {
    /// The presented value as text.
    public var description: String { value.map { "presented(\($0))" } ?? "nothing presented" }
}
