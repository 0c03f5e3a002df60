import Benchmarking
import Foundation
import Testing

@Suite struct `A report` {
    @Test func `the ratio is taken repetition by repetition, so that a slow moment of the machine cancels out`() {
        let result = workload("W1", nanoseconds: [10, 100, 10], baseline: [20, 200, 20])
        #expect(result.ratio.median == 0.5)
        #expect(result.ratio.spread == 0)
    }

    @Test func `a series with a baseline has a ratio for each size, taken repetition by repetition`() {
        let point = SeriesResult.Point(size: 10, costs: [10, 100, 12], baselines: [5, 50, 4])
        #expect(point.nanoseconds == 10)
        #expect(point.ratio == 2)
        let series = SeriesResult(
            name: "G", title: "growth", points: [point, SeriesResult.Point(size: 100, costs: [20], baselines: [5])])
        let line = report([], [series]).text().split(separator: "\n").last
        #expect(line?.hasSuffix("10:2.0 100:4.0") == true)
        #expect(SeriesResult.Point(size: 10, costs: [10]).ratio == nil)
    }

    @Test func `the best ratio is that of the least disturbed repetitions, wherever they were`() {
        let result = workload("W1", nanoseconds: [90, 12, 15], baseline: [10, 500, 20])
        #expect(result.bestRatio == 1.2)
    }

    @Test func `a budget is met by the median, and by the live bytes`() {
        #expect(workload("W1", nanoseconds: [10], baseline: [10], budget: 1).isWithinBudget)
        #expect(!workload("W1", nanoseconds: [11], baseline: [10], budget: 1).isWithinBudget)
        #expect(!workload("W6", nanoseconds: [1], baseline: [10], live: 161, budget: 1, byteBudget: 160).isWithinBudget)
        #expect(workload("W6", nanoseconds: [1], baseline: [10], live: 160, budget: 1, byteBudget: 160).isWithinBudget)
    }

    @Test func `what is written as JSON is read again`() throws {
        let report = report([workload("W1", nanoseconds: [1, 2], baseline: [3, 4])], [series("G", [1: 5, 10: 50])])
        try withFile(report.json()) { file in
            let read = try Report(file: file)
            #expect(read == report)
        }
    }

    @Test func `a file that is no report is named, with the remedy`() throws {
        try withFile("nothing") { file in
            let error = #expect(throws: UsageError.self) { _ = try Report(file: file) }
            #expect(error?.description.contains(file) == true)
            #expect(error?.description.contains("cis-benchmarks --json") == true)
        }
        #expect(throws: UsageError.self) { try Report(file: "/no/such/report") }
    }

    @Test func `a comparison says what has become better and worse, and not what is noise`() {
        let old = report([
            workload("W1", nanoseconds: [10], baseline: [10]), workload("W2", nanoseconds: [10], baseline: [10]),
            workload("W3", nanoseconds: [10], baseline: [10]),
        ])
        let new = report([
            workload("W1", nanoseconds: [15], baseline: [10]), workload("W2", nanoseconds: [5], baseline: [10]),
            workload("W3", nanoseconds: [10.5], baseline: [10]), workload("W4", nanoseconds: [10], baseline: [10]),
        ])
        let lines = new.text(comparedWith: old).split(separator: "\n")
        let ends = lines.dropFirst().map { $0.split(separator: " ").suffix(3).joined(separator: " ") }
        #expect(ends[0] == "1.00 +50% worse")
        #expect(ends[1] == "1.00 -50% better")
        #expect(ends[2].hasSuffix("1.00 same"))
        #expect(ends[3].hasSuffix("new"))
    }

    @Test func `a figure has its own table, its budget, and its threshold`() throws {
        var report = report([])
        report.figures = [
            FigureResult(name: "B1", title: "bytes out", value: 199.6, unit: "bytes", budget: 200),
            FigureResult(name: "B2", title: "idle", value: 201, unit: "µs", budget: 200),
        ]
        let text = report.text()
        #expect(text.contains("200 bytes") && text.contains("201 µs!"))
        let thresholds = Thresholds(figures: ["B1": 200, "B2": 200, "B3": 1])
        #expect(
            thresholds.violations(in: report) == [
                "B2: its value is 201.00, the threshold is 200.00.",
                "B3: there is a threshold for its value, but it was not measured.",
            ])
        try withFile(report.json()) { file in
            let read = try Report(file: file)
            #expect(read == report)
        }
    }

    @Test func `a budget that is missed is marked`() {
        let text = report([workload("W1", nanoseconds: [20], baseline: [10], budget: 1)]).text()
        #expect(text.contains("2.00!"))
    }
}

@Suite struct `Thresholds of a run` {
    private let measured = report(
        [workload("W1", nanoseconds: [12, 30], baseline: [10, 10], live: 100)], [series("G", [1: 1, 10: 10])])

    @Test func `what keeps to them is silent`() {
        let thresholds = Thresholds(
            ratios: ["W1": 1.2], liveBytes: ["W1": 100], allocations: ["W1": 2], exponents: ["G": 1.01])
        #expect(thresholds.violations(in: measured) == [])
    }

    @Test func `what exceeds them is named, with both figures`() {
        let thresholds = Thresholds(
            ratios: ["W1": 1.1], liveBytes: ["W1": 99], allocations: ["W1": 1.5], exponents: ["G": 0.5])
        #expect(
            thresholds.violations(in: measured) == [
                "W1: its ratio to the baseline is 1.20, the threshold is 1.10.",
                "W1: its live bytes is 100.00, the threshold is 99.00.",
                "W1: its allocations per operation is 2.00, the threshold is 1.50.",
                "G: its exponent of growth is 1.00, the threshold is 0.50.",
            ])
    }

    @Test func `a threshold for something that was not measured is exceeded, unless it was not asked for`() {
        let thresholds = Thresholds(ratios: ["W9": 1])
        #expect(
            thresholds.violations(in: measured)
                == ["W9: there is a threshold for its ratio to the baseline, but it was not measured."])
        #expect(thresholds.violations(in: measured) { $0 == "W1" } == [])
    }

    @Test func `a series with too few sizes for an exponent does not pass`() {
        let thresholds = Thresholds(exponents: ["G": 1])
        #expect(thresholds.violations(in: report([], [series("G", [1: 1])])).count == 1)
    }

    @Test func `a file that holds none is named`() throws {
        try withFile("{}") { file in
            let error = #expect(throws: UsageError.self) { _ = try Thresholds(file: file) }
            #expect(error?.description.contains(file) == true)
        }
    }
}

@Suite struct `A table` {
    @Test func `columns are aligned, the first to the left`() {
        var table = Table(["name", "ns"])
        table.add(["W1", "7"])
        table.add(["W1e long", "1234"])
        #expect(table.text == "name        ns\nW1           7\nW1e long  1234")
    }
}

private func report(_ workloads: [WorkloadResult], _ series: [SeriesResult] = []) -> Report {
    var report = Report()
    report.workloads = workloads
    report.series = series
    return report
}

private func workload(
    _ name: String, nanoseconds: [Double], baseline: [Double], live: Double = 0, budget: Double? = nil,
    byteBudget: Double? = nil
) -> WorkloadResult {
    WorkloadResult(
        name: name, title: "a workload", operations: 10, nanoseconds: nanoseconds, baseline: baseline,
        heap: HeapFigures(allocations: 2, bytes: 64, liveBytes: live), baselineHeap: nil, budget: budget,
        byteBudget: byteBudget)
}

private func series(_ name: String, _ points: [Int: Double]) -> SeriesResult {
    SeriesResult(
        name: name, title: "a series",
        points: points.sorted { $0.key < $1.key }.map { .init(size: $0.key, costs: [$0.value]) })
}

private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
}
