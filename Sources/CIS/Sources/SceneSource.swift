/// Something that a scene listens to for a while, such as a timer, a socket, the user's location, or changes of a
/// database.
///
/// A scene declares, as a function of its state, which sources should be open; see
/// ``SceneRuntime/sources(_:fileID:line:)``. Each element of a source becomes an action.
public struct SceneSource<Action: Sendable> {
    let id: GroupID
    /// The place of the declaration. Used as the call site of its actions.
    let site: CallSite
    /// The type of the sequence that the source reads, for test tools.
    let sequence: any Any.Type
    private let failure: (@MainActor (any Error) -> Action)?
    private let readAll:
        @MainActor (
            RuntimeClock, _ opened: @MainActor (any AsyncSequence) -> Void, _ execute: @MainActor (Action) -> Bool
        ) async throws -> Void

    /// Opens the source and executes its actions, until its sequence has ended or the task is cancelled.
    @MainActor
    func listen(
        _ clock: RuntimeClock, _ opened: @MainActor (any AsyncSequence) -> Void,
        _ execute: @MainActor (Action) -> Bool, _ report: @MainActor (_ failure: String) -> Void
    ) async {
        // The source was closed before it was opened.
        guard !Task.isCancelled else { return }
        do {
            try await readAll(clock, opened, execute)
        } catch {
            if Task.isCancelled { return }
            if let failure { _ = execute(failure(error)) }
            if sequence == Ticks.self { report("\(error)") }
        }
    }
}

extension SceneSource {
    /// Declares a source.
    ///
    /// - Parameters:
    ///   - id: Identifies the source within the scene. A source whose id stays in the list stays open. To reopen it
    ///     when a value changes, make the value part of the id: `.init("room \(state.room)", …)`.
    ///   - open: Creates the sequence. Called once, in a main-actor job after the commit, unless the source was closed
    ///     before. Closing the source cancels the iteration. It must create a new sequence each time: an `AsyncStream`
    ///     has ended when its reader was cancelled. A stream that is opened a second time is reported.
    ///   - action: Returns the action for an element.
    ///   - failure: Returns the action for the error with which the sequence has ended. Cancellation is not a failure.
    ///     A sequence that has ended is not reopened while its id stays in the list.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public init<Elements: AsyncSequence>(
        _ id: some Hashable & Sendable, _ open: @escaping @MainActor () -> Elements,
        action: @escaping @MainActor (Elements.Element) -> Action,
        failure: (@MainActor (any Error) -> Action)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, line: line)
        self.init(id: GroupID(id), site: site, open: { _ in open() }, action: action, failure: failure)
    }

    // Disfavoured, because a sequence of a known type fits both forms.
    /// Declares a source that reads a sequence of an unknown type, such as a worker returns:
    /// `any AsyncSequence<Message, any Error>`. Otherwise like the form for a sequence of a known type.
    @_disfavoredOverload
    public init<Element>(
        _ id: some Hashable & Sendable, _ open: @escaping @MainActor () -> any AsyncSequence<Element, any Error>,
        action: @escaping @MainActor (Element) -> Action, failure: (@MainActor (any Error) -> Action)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            id: GroupID(id), site: CallSite(fileID: fileID, line: line),
            sequence: (any AsyncSequence<Element, any Error>).self, failure: failure
        ) { _, opened, execute in
            let elements = open()
            opened(elements)
            try await Self.read(elements) { execute(action($0)) }
        }
    }

    /// Reads a sequence to its end, or until the task is cancelled. `body` executes the action for an element, and
    /// returns whether its start was deferred: the action may close the source, so it begins before the next element is
    /// taken.
    @MainActor
    private static func read<Elements: AsyncSequence>(
        _ elements: Elements, _ body: @MainActor (Elements.Element) -> Bool
    ) async throws {
        if let trackedTask = TrackedTask.ofThisTask {
            return try await trackedTask.instrumentation.readSource(elements, in: trackedTask) { _ = body($0) }
        }
        var iterator = elements.makeAsyncIterator()
        while let element = try await iterator.next(isolation: MainActor.shared), !Task.isCancelled {
            if body(element) { await Task.yield() }  // behind the action's start in the main actor's queue
        }
    }

    /// Declares a timer that fires once per interval, the first time after one interval.
    ///
    /// The ticks stay on a grid of intervals. After a delay, because the device slept or the main actor was busy, one
    /// tick replaces all missed ones. No tick is early, even if the clock is set back. If the clock throws although the
    /// timer was not closed, this is reported, and the timer ends.
    ///
    /// - Parameters:
    ///   - id: Identifies the timer within the scene. Include the interval if it may change while the timer runs.
    ///   - interval: The time between two actions. It is clamped to between one millisecond and a hundred years.
    ///   - clock: The clock of the timer. The default is the clock of the runtime.
    ///   - action: Returns the action for a tick. Ticks are counted from 1.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public static func timer(
        _ id: some Hashable & Sendable, every interval: Duration, on clock: (any Clock<Duration>)? = nil,
        action: @escaping @MainActor (Int) -> Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SceneSource {
        SceneSource(
            id: GroupID(id), site: CallSite(fileID: fileID, line: line),
            open: { runtimeClock in
                Ticks(
                    interval: min(max(interval, .milliseconds(1)), .longestSleep),
                    clock: clock.map { RuntimeClock($0) } ?? runtimeClock)
            },
            action: action, failure: nil)
    }

    private init<Elements: AsyncSequence>(
        id: GroupID, site: CallSite, open: @escaping @MainActor (RuntimeClock) -> Elements,
        action: @escaping @MainActor (Elements.Element) -> Action, failure: (@MainActor (any Error) -> Action)?
    ) {
        self.init(id: id, site: site, sequence: Elements.self, failure: failure) { clock, opened, execute in
            let elements = open(clock)
            opened(elements)
            try await Self.read(elements) { execute(action($0)) }
        }
    }
}

/// The ticks of a timer, as a sequence of numbers from 1. Each element arrives when its tick is due. If the clock
/// throws although the task was not cancelled, the sequence throws the same error.
package struct Ticks: AsyncSequence, Sendable {
    package typealias Element = Int

    let interval: Duration
    let clock: RuntimeClock

    package init(interval: Duration, clock: RuntimeClock) {
        self.interval = interval
        self.clock = clock
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(interval: interval, clock: clock, last: clock.now())
    }

    package struct Iterator: AsyncIteratorProtocol {
        let interval: Duration
        let clock: RuntimeClock
        /// When the last tick was due, on the grid of the intervals.
        var last: Duration
        var count = 0

        package mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
            let now = clock.now()
            // The clock was set back. A new grid begins, because otherwise no tick would arrive until the clock reaches
            // the old time again.
            if now < last - interval { last = now }
            let due = last + interval
            do { try await clock.sleep(Swift.max(due, now)) } catch {
                if Task.isCancelled { return nil }
                throw error
            }
            last = due + wholeIntervals(in: clock.now() - due)
            count += 1
            return count
        }

        private func wholeIntervals(in time: Duration) -> Duration {
            guard time >= interval else { return .zero }
            return time - Duration(attoseconds: time.attoseconds % interval.attoseconds)
        }
    }
}
