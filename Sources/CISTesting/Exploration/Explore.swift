public import CIS

/// The faults that an exploration injects, besides running the scenario in many orders.
public struct FaultInjection: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Cancels each action at each of its scripted calls and sleeps, including those of its parallel branches: before the
    /// other side has processed the request, between that and the answer, and after the answer, before the action goes on.
    /// Each run contains one cancellation.
    public static let cancellations = FaultInjection(rawValue: 1)
    /// Injects an error into each scripted `async` call whose function can throw: instead of the answer, and, if the answer is
    /// computed, also after the other side has done it. Each run contains one error.
    public static let faults = FaultInjection(rawValue: 2)
}

/// The result of an exploration.
public struct Exploration: Sendable {
    /// The number of runs that the exploration stands for. Seeds that are left when every order was run are counted, but
    /// not run again. Runs that searched for a shorter schedule are not counted.
    public internal(set) var runs = 0
    /// The number of different orders that were run, without injected faults.
    public internal(set) var orders = 0
    /// Whether every order was run. `false` if calls were not tracked, or if something differs from run to run.
    public internal(set) var isComplete = false
    /// The number of switches up to which every order was run and held: `Int.max` if every order was. `nil` if not even
    /// the orders without a switch were, if calls were not tracked, if something differs from run to run, or if a run has
    /// failed without an injected fault.
    ///
    /// ```swift
    /// #expect(exploration.completeSwitches ?? -1 >= 2)
    /// ```
    public internal(set) var completeSwitches: Int?
    /// What was proven, what was sampled and what was not seen, in these words: `Proven: all 37 orders held.` or
    /// `Proven: complete up to 2 switches, 245 orders held. Sampled: 255 runs by seed, 12 injected faults held.` After a
    /// failure: `Failed in run 36, with 2 switches. Before it: complete up to 1 switch, 34 orders held.`
    /// With `CIS_SEED`: `Sampled: the run of CIS_SEED=12 held.`
    public internal(set) var summary = ""
    /// What limits the exploration: that nothing overlaps and no faults are injected, that calls were not tracked,
    /// that something differs from run to run, or that the runs were not enough for the switches.
    public internal(set) var warnings: [String] = []
    /// The seed of the first run that failed.
    public internal(set) var failingSeed: UInt64?
    /// The failing schedule with the fewest switches that was found, one step per line. Only the beginning and the end
    /// of a long schedule are included. For a run with an injected fault, it is the schedule of that run.
    public internal(set) var schedule: String?
    /// The number of switches in that schedule. At a switch, another action continues although the previous one could
    /// have continued.
    public internal(set) var switches: Int?
    /// The steps, events and failures of each run, by seed. If all calls were tracked, equal seeds give equal traces
    /// on every machine.
    public internal(set) var traces: [UInt64: String] = [:]
}

/// Runs a scenario in the orders of its steps: in all of them if they are few, otherwise in those with few switches and in a
/// sample of the others.
///
/// A run consists of steps: an action starts, the other side processes a scripted call, the answer of a call arrives, a
/// sleep ends, or a value of a stream arrives. The next step begins when nothing can run any more. The orders with few
/// switches run first, each once. At a switch, another action continues although the previous one could have continued. If
/// all orders up to the given number of switches have held, or half of the runs are used up, the other orders follow if
/// these are few; otherwise a random generator chooses. ``Exploration/summary`` says what was proven.
///
/// All checks must hold in every run; make them
/// with ``SceneTest/then(_:mutations:useCases:outputs:sources:calls:fileID:filePath:line:column:_:)``, ``SceneTest/expect(_:_:fileID:filePath:line:column:)``,
/// ``SceneTest/invariant(_:fileID:filePath:line:column:_:)``, ``SceneTest/atRest(_:fileID:filePath:line:column:_:)`` and
/// ``SceneTest/finally(_:fileID:filePath:line:column:_:)``.
///
/// A stale write of the domain state (G8) is a failure as well: an action reads the domain state, something else changes
/// it, and then the action executes a mutation that erases this change. It is not reported if the actions, one after the
/// other or while others sleep, could have led to the same values in what was erased.
///
/// Calls from a `Task { }`, an `async let` or a task group are steps, too, but the library cannot see when such tasks wait. So
/// nothing is then called complete, and ``Exploration/warnings`` names the calls. Calls inside `inParallel` are tracked.
///
/// The failure message contains the seed, and the schedule with the fewest switches that was found. With `CIS_SEED` in the
/// environment every exploration reports that run only, without injected faults.
///
/// Explorations do not appear in a written specification.
///
/// ```swift
/// await explore(
///     "two pictures at once", Upload(), .init(),
///     injecting: [.cancellations, .faults]
/// ) { test in
///     test.invariant("five images at most") { $0.images.count <= 5 }
///     await test.when(concurrently: .imagePicked(.first), .imagePicked(.second))
///     test.then(\.images.count == 2)
/// }
/// ```
///
/// - Parameters:
///   - text: The sentence for failures.
///   - fixture: Makes the scene with its doubles, anew for each run.
///   - state: The state to start with.
///   - seeds: The number of runs, without those with faults. Runs count from 1.
///   - switches: The number of switches up to which the orders should be complete. If you pass it, all runs may be used
///     for that, and it is a warning if they are not enough. The default is 2, for which half of the runs may be used.
///   - faults: The faults to inject, each in a run of its own: in the order with the fewest switches, then in other orders
///     without a switch and in those with one switch, in further runs up to half the number of seeds. Such a run checks only
///     invariants, the conditions of `atRest` and `finally`, stale writes, and that no error is ignored.
///   - reportsStaleWrites: Whether a stale write of domain state is a failure.
///   - exceptions: The names of mutations whose stale writes are intended: `["renamed"]`.
///   - ignored: The names of functions whose injected errors may be ignored: `["track"]`. Elsewhere it is a failure if an
///     action ends after an injected error without a mutation, an output or another call, and without having read a domain
///     state that something else had changed. An action that is executed with `run` is a part of its caller.
///   - keepsTraces: Whether the result contains the trace of every run. All seeds are then run.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: The actions and the checks of the scenario. Called once per run.
/// - Returns: The result. Failures are reported before it returns.
@MainActor
@discardableResult
public func explore<Fixture: SceneFixture>(
    _ text: String, _ fixture: @autoclosure @escaping () -> Fixture,
    _ state: @autoclosure @escaping () -> Fixture.Definition.State, seeds: Int = 500, switches: Int? = nil,
    injecting faults: FaultInjection = [], reportsStaleWrites: Bool = true,
    exceptStaleWritesOf exceptions: Set<String> = [], ignoringErrorsOf ignored: Set<String> = [],
    keepsTraces: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @MainActor (SceneTest<Fixture>) async throws -> Void
) async -> Exploration {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let explorer = Explorer(
        text, place: place, makeFixture: fixture, state: state,
        options: .init(
            reportsStaleWrites: reportsStaleWrites, exceptions: exceptions, keepsTraces: keepsTraces,
            ignoredErrors: ignored),
        body: body)
    // With this executor, waiting tasks also resume on the main queue, so no thread has to be woken.
    return await withTaskExecutorPreference(MainQueueExecutor()) {
        await explorer.explore(seeds: seeds, switches: switches, injecting: faults)
    }
}

/// Runs a scenario in many orders without a sentence for the state; see the form with one.
@MainActor
@discardableResult
public func explore<Fixture: SceneFixture>(
    _ fixture: @autoclosure @escaping () -> Fixture, _ state: @autoclosure @escaping () -> Fixture.Definition.State,
    seeds: Int = 500, switches: Int? = nil, injecting faults: FaultInjection = [], reportsStaleWrites: Bool = true,
    exceptStaleWritesOf exceptions: Set<String> = [], ignoringErrorsOf ignored: Set<String> = [],
    keepsTraces: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @MainActor (SceneTest<Fixture>) async throws -> Void
) async -> Exploration {
    await explore(
        "", fixture(), state(), seeds: seeds, switches: switches, injecting: faults,
        reportsStaleWrites: reportsStaleWrites, exceptStaleWritesOf: exceptions, ignoringErrorsOf: ignored,
        keepsTraces: keepsTraces, fileID: fileID, filePath: filePath, line: line, column: column, body)
}
