import Benchmarking

/// Runs the selected workloads and series.
@MainActor
struct Benchmarks {
    private let options: Options

    init(_ options: Options) {
        self.options = options
    }

    private var workloads: [Workload] {
        let all: [[Workload]] = [
            Workload.mutations, Workload.observers, Workload.actions, Workload.scenes, [Workload.oncePerTurn],
            Workload.lists,
            Workload.tracking, Workload.policies, Workload.values, Workload.posting, Workload.weights, Workload.start,
            Workload.costs, Workload.floors, Workload.policyFloors, Workload.listFloors, Workload.bridge,
            // The last of the workloads, because the core looks for recorders as soon as one was made.
            [Workload.notRecorded],
        ]
        return all.joined().filter { options.wants($0.name) }
    }

    private var series: [Series] { Series.all.filter { options.wants($0.name) } }

    private var figures: [Figure] { (Figure.bridge + Figure.recording).filter { options.wants($0.name) } }

    /// The names of all workloads and series, with what they measure.
    var list: String {
        var table = Table(["name", ""])
        for workload in workloads { table.add([workload.name, workload.title]) }
        for series in series { table.add([series.name, series.title]) }
        for figure in figures { table.add([figure.name, figure.title]) }
        return table.text
    }

    /// - Returns: Whether no threshold was exceeded.
    func run() async throws -> Bool {
        #if DEBUG
        printToStandardError("cis-benchmarks: this is a debug build, and its figures mean nothing. Add: -c release")
        #endif
        if let name = options.loop { return try await loop(name) }
        // Read first, so that a missing file is not discovered only at the end.
        let old = try options.oldReport.map(Report.init(file:))
        let thresholds = try options.thresholds.map(Thresholds.init(file:))
        guard !workloads.isEmpty || !series.isEmpty || !figures.isEmpty else {
            throw UsageError(
                "Nothing is called \"\(options.filters.joined(separator: "\" or \""))\". See cis-benchmarks --list.")
        }
        let report = try await measure()
        print(options.printsJSON ? try report.json() : report.text(comparedWith: old))
        let violations = thresholds?.violations(in: report, wanted: options.wants) ?? []
        for violation in violations { printToStandardError("cis-benchmarks: \(violation)") }
        return violations.isEmpty
    }

    private func measure() async throws -> Report {
        var report = Report()
        for workload in workloads { report.workloads.append(try await workload.measure(options)) }
        for series in series { report.series.append(try await series.measure(options)) }
        if !figures.isEmpty { report.figures = [] }
        for figure in figures { report.figures?.append(try await figure.measure()) }
        return report
    }

    private func loop(_ name: String) async throws -> Bool {
        guard let workload = workloads.first(where: { $0.name == name }) else {
            throw UsageError("--loop \(name): there is no such workload. See cis-benchmarks --list.")
        }
        let contest = await workload.prepare(options.loopCount)
        let result = await contest.cis()
        guard result == contest.expected else {
            throw WrongResult(description: "\(name): CIS computed \(result), not \(contest.expected).")
        }
        return true
    }
}
