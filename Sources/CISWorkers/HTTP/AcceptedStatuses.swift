/// The status codes that an endpoint accepts as success.
///
/// ```swift
/// let created: AcceptedStatuses = [201]
/// let foundOrNot = AcceptedStatuses(200...299, 404...404)
/// ```
public struct AcceptedStatuses: Sendable, Equatable, ExpressibleByArrayLiteral {
    private let ranges: [ClosedRange<Int>]

    /// The codes 200 to 299.
    public static let successful = AcceptedStatuses(200...299)

    /// Accepts all codes in the given ranges.
    public init(_ ranges: ClosedRange<Int>...) {
        self.ranges = ranges
    }

    /// Accepts exactly the given codes.
    public init(arrayLiteral elements: Int...) {
        ranges = elements.map { $0...$0 }
    }

    /// Returns whether a code is accepted.
    public func contains(_ status: Int) -> Bool {
        ranges.contains { $0.contains(status) }
    }
}
