import Foundation

/// The committed limits of a run. They are well above the measured figures, because shared machines are noisy.
package struct Thresholds: Codable, Sendable, Equatable {
    /// By workload: the greatest ratio to the baseline in the same run.
    package var ratios: [String: Double]
    /// By workload: the most live bytes of what it makes.
    package var liveBytes: [String: Double]
    /// By workload: the most allocations of one operation.
    package var allocations: [String: Double]
    /// By series: the greatest exponent.
    package var exponents: [String: Double]
    /// By figure: the greatest value.
    package var figures: [String: Double]

    package init(
        ratios: [String: Double] = [:], liveBytes: [String: Double] = [:], allocations: [String: Double] = [:],
        exponents: [String: Double] = [:], figures: [String: Double] = [:]
    ) {
        self.ratios = ratios
        self.liveBytes = liveBytes
        self.allocations = allocations
        self.exponents = exponents
        self.figures = figures
    }

    /// - Throws: ``UsageError`` that names the file and the remedy.
    package init(file: String) throws {
        do {
            self = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw UsageError(
                "Cannot read the thresholds \"\(file)\": \(error). "
                    + "It has five objects of numbers: ratios, liveBytes, allocations, exponents, figures.")
        }
    }

    /// Returns a sentence for each exceeded threshold. A threshold whose workload was not measured counts as exceeded, so
    /// that a renamed workload is noticed.
    ///
    /// - Parameter wanted: Returns whether a name was selected for the run. Other thresholds are ignored.
    package func violations(in report: Report, wanted: (String) -> Bool = { _ in true }) -> [String] {
        let workloads = Dictionary(uniqueKeysWithValues: report.workloads.map { ($0.name, $0) })
        let series = Dictionary(uniqueKeysWithValues: report.series.map { ($0.name, $0) })
        let figures = Dictionary(uniqueKeysWithValues: (report.figures ?? []).map { ($0.name, $0) })
        let checks: [(String, [String: Double], (String) -> Double?)] = [
            ("ratio to the baseline", ratios, { workloads[$0]?.bestRatio }),
            ("live bytes", liveBytes, { name in workloads[name].flatMap { $0.heap.map(\.liveBytes) ?? 0 } }),
            (
                "allocations per operation", allocations,
                { name in
                    workloads[name].flatMap { $0.heap.map(\.allocations) ?? 0 }
                }
            ),
            ("exponent of growth", exponents, { series[$0].map { $0.exponent ?? .nan } }),
            ("value", self.figures, { figures[$0]?.value }),
        ]
        return checks.flatMap { what, limits, measured in
            limits.sorted { $0.key < $1.key }.filter { wanted($0.key) }.compactMap { name, limit -> String? in
                guard let value = measured(name) else {
                    return "\(name): there is a threshold for its \(what), but it was not measured."
                }
                return value <= limit
                    ? nil : "\(name): its \(what) is \(value.formatted(2)), the threshold is \(limit.formatted(2))."
            }
        }
    }
}
