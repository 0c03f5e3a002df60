import Benchmarking

/// A measurement of the library beside plain Swift that does the same.
@MainActor
struct Workload {
    let name: String
    let title: String
    /// How many operations one repetition performs.
    let operations: Int
    /// The greatest ratio to the baseline that the library aims at.
    var budget: Double?
    /// The greatest number of live bytes per operation that the library aims at.
    var byteBudget: Double?
    /// Prepares the measurement for the given number of operations.
    let prepare: (Int) async -> Contest
}

/// Both sides of a workload. Each performs all operations and returns a result. The results are compared, so that no side can
/// omit its work.
@MainActor
struct Contest {
    let cis: () async -> Int
    let plain: () async -> Int
    let expected: Int
    /// For workloads that create something: creates and returns it, so that its memory can be measured.
    var make: (() -> AnyObject)?
    var makePlain: (() -> AnyObject)?
    /// For tasks that start only when the main actor is free: waits until the given number has started, so that their memory
    /// can be measured.
    var settle: ((Int) async -> Void)?
    /// Ends the created tasks after the measurement.
    var end: (() async -> Void)?
    /// Reads the time that a side has taken, in nanoseconds.
    var clock: () -> Double = processorTime
}

/// The error if one side of a workload computed a wrong result.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}

extension Workload {
    func measure(_ options: Options) async throws -> WorkloadResult {
        let count = max(1, options.isShort ? operations / 10 : operations)
        let contest = await prepare(count)
        // A first run is not counted, because it fills caches and looks up metadata.
        try await check(contest.plain, "the plain baseline", contest)
        try await check(contest.cis, "CIS", contest)
        var plain: [Double] = []
        var cis: [Double] = []
        for repetition in 0..<options.repetitions {
            // The sides alternate, and each is first equally often, so that disturbances affect both.
            let isPlainFirst = repetition % 2 == 0
            if isPlainFirst { plain.append(await time(contest.plain, contest) / Double(count)) }
            cis.append(await time(contest.cis, contest) / Double(count))
            if !isPlainFirst { plain.append(await time(contest.plain, contest) / Double(count)) }
        }
        return WorkloadResult(
            name: name, title: title, operations: count, nanoseconds: cis, baseline: plain,
            heap: await heap(contest.cis, contest.make, contest, count),
            baselineHeap: await heap(contest.plain, contest.makePlain, contest, count), budget: budget,
            byteBudget: byteBudget)
    }

    private func time(_ side: () async -> Int, _ contest: Contest) async -> Double {
        let start = contest.clock()
        consume(await side())
        return contest.clock() - start
    }

    private func check(_ side: () async -> Int, _ who: String, _ contest: Contest) async throws {
        let result = await side()
        guard result != contest.expected else { return }
        throw WrongResult(description: "\(name): \(who) computed \(result), not \(contest.expected).")
    }

    /// Done in a separate repetition, because counting takes time.
    private func heap(
        _ side: () async -> Int, _ make: (() -> AnyObject)?, _ contest: Contest, _ count: Int
    ) async -> HeapFigures? {
        guard let use = await heapUse(of: { consume(await side()) }) else { return nil }
        var live = 0.0
        if let make {
            var kept: [AnyObject] = []
            kept.reserveCapacity(count)
            let made = await heapUse {
                for _ in 0..<count { kept.append(make()) }
                await contest.settle?(count)
            }
            await contest.end?()
            live = Double(made?.live_bytes ?? 0) / Double(count)
            kept = []
        }
        return HeapFigures(
            allocations: Double(use.allocations) / Double(count), bytes: Double(use.bytes) / Double(count),
            liveBytes: live)
    }
}

/// Prevents the compiler from removing the computation of a value.
@inline(never)
func consume(_ value: Int) {}
