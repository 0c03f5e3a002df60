public import CIS

/// The faults that an exploration injects, besides running the scenario in many orders.
public struct FaultInjection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Cancels each action at each of its scripted calls and sleeps, including those of its parallel branches. Each run
    /// contains one cancellation.
    public static let cancellations = FaultInjection(rawValue: 1)
    /// Injects an error into each scripted call whose function can throw. Each run contains one error.
    public static let faults = FaultInjection(rawValue: 2)
}

/// The result of an exploration.
public struct Exploration: Sendable {
    /// The number of runs. Runs that searched for a shorter schedule are not counted.
    public internal(set) var runs = 0
    /// The seed of the first run that failed.
    public internal(set) var failingSeed: UInt64?
    /// The failing schedule with the fewest switches that was found, one step per line. Only the beginning and the end
    /// of a long schedule are included. For a run with an injected fault, it is the schedule of that run.
    public internal(set) var schedule: String?
    /// The number of switches in that schedule. At a switch, another action continues although the previous one could
    /// have continued.
    public internal(set) var switches: Int?
    /// The steps, events and failures of each run, by seed. Equal seeds give equal traces on every machine.
    public internal(set) var traces: [UInt64: String] = [:]
}

/// Runs a scenario many times, each time in a different order.
///
/// A run consists of steps: an action starts, a scripted call returns, or a sleep ends. The next step begins when nothing can
/// run any more, and is chosen by a random generator with the seed of the run. All checks must hold in every run; make them
/// with ``SceneTest/then(_:mutations:useCases:outputs:sources:calls:fileID:filePath:line:column:_:)``, ``SceneTest/expect(_:_:fileID:filePath:line:column:)`` and
/// ``SceneTest/invariant(_:fileID:filePath:line:column:_:)``. A stale write of the domain state (G8) is a failure as well.
///
/// Calls inside an `async let` or a task group are answered immediately and are not steps, because the library cannot see
/// when such tasks wait. Calls inside `inParallel` are steps.
///
/// The failure message contains the seed, and the schedule with the fewest switches that was found. With `CIS_SEED` in the
/// environment every exploration runs that seed only, without injected faults.
///
/// Explorations do not appear in a written specification.
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
///   - fixture: Makes the scene with its doubles, anew for each run.
///   - state: The state to start with.
///   - seeds: The number of runs. Seeds count from 1.
///   - faults: The faults to inject. Each is injected in a run of its own, in the order with the fewest switches. Such
///     a run checks only invariants and stale writes.
///   - reportsStaleWrites: Whether a stale write of domain state is a failure.
///   - keepsTraces: Whether the result contains the trace of every run.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The actions and the checks of the scenario. Called once per run.
/// - Returns: The result. Failures are reported before it returns.
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
