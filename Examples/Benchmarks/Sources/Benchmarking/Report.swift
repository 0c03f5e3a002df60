import Foundation

/// The result of a run: what `--json` prints and `--compare` reads.
package struct Report: Codable, Sendable, Equatable {
    package var workloads: [WorkloadResult] = []
    package var series: [SeriesResult] = []
    /// `nil` in reports from before there were any.
    package var figures: [FigureResult]?

    package init() {}

    /// The report as JSON, with keys in a fixed order, so that two reports can be compared by eye.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// - Throws: ``UsageError`` that names the file and the remedy.
    package init(file: String) throws {
        do {
            self = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw UsageError(
                "Cannot read the report \"\(file)\": \(error). Write one with: cis-benchmarks --json > \(file)")
        }
    }
}

/// One workload, beside its baseline in the same run.
package struct WorkloadResult: Codable, Sendable, Equatable {
    package let name: String
    package let title: String
    /// The number of operations in one repetition. All figures are per operation.
    package let operations: Int
    package let nanoseconds: Summary
    package let baseline: Summary
    /// The ratios of all repetitions, each to the neighbouring repetition of the baseline.
    package let ratio: Summary
    package let heap: HeapFigures?
    package let baselineHeap: HeapFigures?
    /// The greatest ratio that the library aims at.
    package let budget: Double?
    /// The greatest number of live bytes that the library aims at.
    package let byteBudget: Double?

    package init(
        name: String, title: String, operations: Int, nanoseconds: [Double], baseline: [Double],
        heap: HeapFigures?, baselineHeap: HeapFigures?, budget: Double?, byteBudget: Double?
    ) {
        self.name = name
        self.title = title
        self.operations = operations
        self.nanoseconds = Summary(nanoseconds)
        self.baseline = Summary(baseline)
        ratio = Summary(zip(nanoseconds, baseline).map { $0 / $1 })
        self.heap = heap
        self.baselineHeap = baselineHeap
        self.budget = budget
        self.byteBudget = byteBudget
    }

    /// The ratio of the fastest repetitions of both sides, which are disturbed least, because noise only adds time.
    package var bestRatio: Double { nanoseconds.minimum / baseline.minimum }

    package var isWithinBudget: Bool {
        if let budget, ratio.median > budget { return false }
        if let byteBudget, let heap, heap.liveBytes > byteBudget { return false }
        return true
    }
}

/// The heap use of one operation.
package struct HeapFigures: Codable, Sendable, Equatable {
    package let allocations: Double
    package let bytes: Double
    /// The bytes that stay allocated, if the operation creates something that stays.
    package let liveBytes: Double

    package init(allocations: Double, bytes: Double, liveBytes: Double) {
        self.allocations = allocations
        self.bytes = bytes
        self.liveBytes = liveBytes
    }
}

/// One cost at growing sizes.
package struct SeriesResult: Codable, Sendable, Equatable {
    package struct Point: Codable, Sendable, Equatable {
        package let size: Int
        /// The minimum, because noise only adds time, and only the growth matters here.
        package let nanoseconds: Double
        /// The median of the ratios of all repetitions, each to the neighbouring repetition of the baseline. `nil` for a
        /// series without a baseline.
        package let ratio: Double?

        /// - Parameters:
        ///   - costs: Nanoseconds of one operation, by repetition. At least one.
        ///   - baselines: Nanoseconds of one operation of the baseline, by repetition. Empty for a series without a
        ///     baseline.
        package init(size: Int, costs: [Double], baselines: [Double] = []) {
            self.size = size
            nanoseconds = Summary(costs).minimum
            ratio = baselines.isEmpty ? nil : Summary(zip(costs, baselines).map { $0 / $1 }).median
        }
    }

    package let name: String
    package let title: String
    package let points: [Point]
    /// `nil` with fewer than two sizes.
    package let exponent: Double?

    package init(name: String, title: String, points: [Point]) {
        self.name = name
        self.title = title
        self.points = points
        exponent = Growth(points.map { (Double($0.size), $0.nanoseconds) })?.exponent
    }
}
