/// The summary of several measurements of the same thing.
package struct Summary: Codable, Sendable, Equatable {
    package let median: Double
    package let minimum: Double
    /// The distance from the least to the greatest, as a fraction of the median. It shows how much the machine was disturbed.
    package let spread: Double

    /// - Parameter values: At least one.
    package init(_ values: [Double]) {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        guard let least = sorted.first, let greatest = sorted.last else {
            self.init(median: .nan, minimum: .nan, spread: .nan)
            return
        }
        let median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        self.init(median: median, minimum: least, spread: median == 0 ? 0 : (greatest - least) / median)
    }

    package init(median: Double, minimum: Double, spread: Double) {
        self.median = median
        self.minimum = minimum
        self.spread = spread
    }
}
