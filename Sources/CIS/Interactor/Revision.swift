/// How often something has changed: comparable, strictly increasing, meaningful only within one scene.
public struct Revision: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number of changes counted so far.
    public let number: UInt64

    /// Makes the revision with the given number, for doubles of ``DomainStore``.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Whether `lhs` came before `rhs`.
    public static func < (lhs: Revision, rhs: Revision) -> Bool {
        lhs.number < rhs.number
    }

    /// The number, as in `r12`.
    public var description: String { "r\(number)" }
}
