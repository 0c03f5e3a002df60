import Benchmarking

/// One cost, measured at growing sizes.
@MainActor
struct Series {
    let name: String
    let title: String
    let sizes: [Int]
    /// Measures the nanoseconds of one operation at the given size, and checks its result.
    let cost: (Int) async throws -> Double
    /// The same for plain Swift that does the same work.
    var baseline: ((Int) async throws -> Double)?

    func measure(_ options: Options) async throws -> SeriesResult {
        var points: [SeriesResult.Point] = []
        for size in sizes where !options.isShort || size <= 10_000 {
            var costs: [Double] = []
            var baselines: [Double] = []
            for _ in 0..<options.repetitions {
                // The sides alternate, so that disturbances affect both.
                if let baseline { baselines.append(try await baseline(size)) }
                costs.append(try await cost(size))
            }
            points.append(SeriesResult.Point(size: size, costs: costs, baselines: baselines))
        }
        return SeriesResult(name: name, title: title, points: points)
    }

    static var all: [Series] {
        [stateSize, tracedStateSize] + observerSeries + [reboundRows, registration]
            + [scenes, sceneMutation, actionsInFlight, treeDepth, treeTrace] + lists + scenarios
    }

    /// Powers of ten.
    static func sizes(from least: Int, to greatest: Int) -> [Int] {
        var sizes = [least]
        while let last = sizes.last, last < greatest { sizes.append(last * 10) }
        return sizes
    }

    static func expect(_ name: String, _ value: Int, _ expected: Int) throws {
        guard value != expected else { return }
        throw WrongResult(description: "\(name): computed \(value), not \(expected).")
    }
}
