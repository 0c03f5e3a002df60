import Benchmarking

/// One quantity that has no baseline.
@MainActor
struct Figure {
    let name: String
    let title: String
    let unit: String
    let budget: Double
    let value: () async throws -> Double

    func measure() async throws -> FigureResult {
        FigureResult(name: name, title: title, value: try await value(), unit: unit, budget: budget)
    }
}
