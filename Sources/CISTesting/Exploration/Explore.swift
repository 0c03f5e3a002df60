public import CIS

/// What an exploration does to a scene besides running it in many orders.
public struct FaultInjection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Each action is cancelled at each scripted call and each sleep of its own and of its parallel branches, in a run of
    /// its own.
    public static let cancellations = FaultInjection(rawValue: 1)
    /// Each scripted call that can throw does, in a run of its own.
    public static let faults = FaultInjection(rawValue: 2)
}

/// What an exploration has found.
public struct Exploration: Sendable {
    /// The number of runs, without those that looked for a shorter schedule.
    public internal(set) var runs = 0
    /// The seed of the first run that failed.
    public internal(set) var failingSeed: UInt64?
    /// The shortest schedule that was found to fail, one step per line; of a long one, how it begins and how it ends. Of a
    /// run with an injected fault, its schedule.
    public internal(set) var schedule: String?
    /// The number of switches in that schedule: how often another action went on although the one before could have.
    public internal(set) var switches: Int?
    /// What each run with a seed did and what came of it: equal for equal seeds, on every machine.
    public internal(set) var traces: [UInt64: String] = [:]
}

/// Runs a scenario under many orders of everything that may happen in more than one.
///
/// In each run one thing goes on at a time: an action starts, a scripted call returns, a sleep ends. When nothing can
/// run any more the next is chosen, by a generator that starts from the run's seed. Everything the body checks must hold
/// in every run: with ``SceneTest/then(_:fileID:filePath:line:column:_:)``, ``SceneTest/expect(_:_:fileID:filePath:line:column:)``
/// and ``SceneTest/invariant(_:fileID:filePath:line:column:_:)``. A domain state that is written by what was read before
/// somebody else changed it is a failure, too (G8).
///
/// What an action calls in an `async let` or a task group of its own is answered at once and is nothing to choose from, since
/// nobody knows when that waits; the calls of `inParallel` are.
///
/// The failure names the seed and a schedule with as few switches as could be found. The environment variable
/// `CIS_SEED` makes every exploration run that one seed only, without injections.
///
/// An exploration writes no row into the specification that scenarios write on request.
///
/// ```swift
/// await explore(Upload(), .init(), seeds: 1_000, injecting: [.cancellations, .faults]) { test in
///     test.invariant("five images at most") { $0.images.count <= 5 }
///     await test.when(concurrently: .imagePicked(.first), .imagePicked(.second))
///     test.then(\.images.count == 2)
/// }
/// ```
///
/// - Parameters:
///   - fixture: Makes the scene with its doubles, for each run anew.
///   - state: The state to start with.
///   - seeds: The number of runs. Seeds count from 1.
///   - faults: What else is tried, each in a run with the usual order. In those runs only what `invariant` says must
///     hold, and nothing may be written stale.
///   - reportsStaleWrites: Whether a stale write of domain state is a failure.
///   - keepsTraces: Whether the result has the trace of every run.
///   - fileID: The test's file. Leave it out.
///   - filePath: The test's file. Leave it out.
///   - line: The test's line. Leave it out.
///   - column: The test's column. Leave it out.
///   - body: When and Then. Called once per run.
/// - Returns: What was found. Failures have been reported.
@MainActor
@discardableResult
public func explore<Fixture: SceneFixture>(
    _ fixture: @autoclosure @escaping () -> Fixture, _ state: @autoclosure @escaping () -> Fixture.Definition.State,
    seeds: Int = 100, injecting faults: FaultInjection = [], reportsStaleWrites: Bool = true,
    keepsTraces: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @escaping @MainActor (SceneTest<Fixture>) async throws -> Void
) async -> Exploration {
    let explorer = Explorer(
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column), makeFixture: fixture,
        state: state, reportsStaleWrites: reportsStaleWrites, body: body)
    var result = Exploration()
    let chosen: UInt64?
    do { chosen = try ChosenSeed.current() } catch {
        explorer.report("\(error)")
        return result
    }
    for seed in chosen.map({ $0...$0 }) ?? 1...UInt64(max(seeds, 1)) {
        let run = await explorer.run(Plan(seed: seed))
        result.runs += 1
        if keepsTraces { result.traces[seed] = run.trace }
        guard !run.failures.isEmpty else { continue }
        let shortest = await explorer.shorten(run)
        result.failingSeed = seed
        result.schedule = shortest.plan.summary
        result.switches = shortest.plan.switches
        explorer.report(shortest, foundBy: "seed \(seed) (CIS_SEED=\(seed) repeats it)")
        return result
    }
    guard chosen == nil else { return result }
    let injected = await explorer.inject(faults)
    result.runs += injected.runs
    result.schedule = injected.failing?.plan.summary
    result.switches = injected.failing?.plan.switches
    return result
}
