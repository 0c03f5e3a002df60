import Benchmarking

/// Something that is measured beside plain Swift that does the same.
@MainActor
struct Workload {
    let name: String
    let title: String
    /// How many operations one repetition performs.
    let operations: Int
    /// The ratio to the baseline that the library has set itself.
    var budget: Double?
    /// The live bytes of what one operation makes.
    var byteBudget: Double?
    /// Makes what is measured, for the given number of operations.
    let prepare: (Int) async -> Contest
}

/// Both sides of a workload. Each performs all operations and returns a result, which is compared: so no side can leave
/// out what it is measured for.
@MainActor
struct Contest {
    let cis: () async -> Int
    let plain: () async -> Int
    let expected: Int
    /// For workloads that make something: makes it, and returns it, so that what stays can be weighed.
    var make: (() -> AnyObject)?
    var makePlain: (() -> AnyObject)?
    /// For what gets under way only when the main actor is free: waits until so many are, to be weighed then.
    var settle: ((Int) async -> Void)?
    /// Ends what was made, when it has been weighed.
    var end: (() async -> Void)?
    /// Reads the time that a side has taken, in nanoseconds.
    var clock: () -> Double = processorTime
}

/// A side of a workload computed something else than it should.
struct WrongResult: Error, CustomStringConvertible {
    let description: String
}

extension Workload {
    func measure(_ options: Options) async throws -> WorkloadResult {
        let count = max(1, options.isShort ? operations / 10 : operations)
        let contest = await prepare(count)
        // Not counted: it fills caches and looks up metadata.
        try await check(contest.plain, "the plain baseline", contest)
        try await check(contest.cis, "CIS", contest)
        var plain: [Double] = []
        var cis: [Double] = []
        for repetition in 0..<options.repetitions {
            // In turns, and each first as often as the other: what disturbs the machine disturbs both.
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

    /// In a repetition of its own: counting takes time.
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

/// Keeps a value from being computed for nothing.
@inline(never)
func consume(_ value: Int) {}
