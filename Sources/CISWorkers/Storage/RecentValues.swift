/// The values used last: the newest first, none twice, at most so many.
///
/// A plain value, for a state or a test. ``RecentList`` keeps one in a store.
public struct RecentValues<Element: Equatable> {
    /// The most there can be.
    public let maximum: Int
    /// The values, the newest first.
    public private(set) var elements: [Element]

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - maximum: The most there can be. Less than zero counts as zero, and keeps nothing.
    ///   - elements: What there is, the newest first. Of equal ones the first is kept.
    /// - Complexity: O(*n* · `maximum`).
    public init(maximum: Int, _ elements: [Element] = []) {
        self.maximum = max(maximum, 0)
        self.elements = []
        for element in elements where self.elements.count < self.maximum && !self.elements.contains(element) {
            self.elements.append(element)
        }
    }

    /// Puts a value at the front. The value that was equal to it goes, or else the oldest if there are too many.
    ///
    /// - Parameter element: The value.
    /// - Complexity: O(`maximum`).
    public mutating func add(_ element: Element) {
        elements.removeAll { $0 == element }
        elements.insert(element, at: 0)
        if elements.count > maximum { elements.removeLast(elements.count - maximum) }
    }

    /// The newest values.
    ///
    /// - Parameter count: How many at most. Less than zero counts as zero.
    /// - Returns: The values, the newest first.
    public func newest(_ count: Int) -> [Element] {
        Array(elements.prefix(max(count, 0)))
    }
}

extension RecentValues: Sendable where Element: Sendable {}
extension RecentValues: Hashable where Element: Hashable {}
extension RecentValues: Equatable {}
