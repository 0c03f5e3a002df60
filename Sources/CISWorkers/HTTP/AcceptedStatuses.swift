/// The status codes that an endpoint takes for success.
///
/// ```swift
/// let created: AcceptedStatuses = [201]
/// let foundOrNot = AcceptedStatuses(200...299, 404...404)
/// ```
public struct AcceptedStatuses: Sendable, Equatable, ExpressibleByArrayLiteral {
    private let ranges: [ClosedRange<Int>]

    /// 200 to 299.
    public static let successful = AcceptedStatuses(200...299)

    /// All codes in any of the ranges.
    public init(_ ranges: ClosedRange<Int>...) {
        self.ranges = ranges
    }

    /// Exactly these codes.
    public init(arrayLiteral elements: Int...) {
        ranges = elements.map { $0...$0 }
    }

    /// Whether a code is one of them.
    public func contains(_ status: Int) -> Bool {
        ranges.contains { $0.contains(status) }
    }
}
