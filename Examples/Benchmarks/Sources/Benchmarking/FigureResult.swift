/// One quantity that has no baseline: bytes of a message, processor time of an idle program.
package struct FigureResult: Codable, Sendable, Equatable {
    package let name: String
    package let title: String
    package let value: Double
    package let unit: String
    /// The greatest value that the library has set itself.
    package let budget: Double

    package init(name: String, title: String, value: Double, unit: String, budget: Double) {
        self.name = name
        self.title = title
        self.value = value
        self.unit = unit
        self.budget = budget
    }

    package var isWithinBudget: Bool { value <= budget }
}
