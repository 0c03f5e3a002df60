/// Something that a scene listens to for a while: a timer, a socket, a location, changes of a database.
///
/// A scene declares, as a function of its state, which sources should be running; the runtime opens and closes the
/// difference after each commit. Each element becomes an action.
///
/// ```swift
/// scene.sources { state in
///     state.isTicking ? [.timer("tick", every: .seconds(1)) { _ in .ticked }] : []
/// }
/// ```
public struct SceneSource<Action: Sendable> {
    let id: GroupID
    /// Where it was declared, as the call site of its actions.
    let site: CallSite
    /// The sequence that it reads, if nobody accounts for that.
    let untrackedSequence: (any Any.Type)?
    let listen: @MainActor (RuntimeClock, _ execute: @MainActor (Action) -> Void) async -> Void

    /// Declares a source.
    ///
    /// - Parameters:
    ///   - id: Names the source within the scene. While a commit leaves it in the list it goes on untouched; to have it
    ///     opened anew, let what it depends on be part of the id: `.init("room \(state.room)", …)`.
    ///   - open: Makes the sequence. Called once when the source is opened, in a main-actor job after the commit, and
    ///     not at all if the source is closed before; its iteration is cancelled when the source is closed.
    ///   - action: Makes the action for an element.
    ///   - failure: Makes the action for the error with which the sequence ended, if that matters. Cancellation is not
    ///     a failure. A sequence that has ended is not opened again while its id stays in the list.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public init<Elements: AsyncSequence>(
        _ id: some Hashable & Sendable, _ open: @escaping @MainActor () -> Elements,
        action: @escaping @MainActor (Elements.Element) -> Action,
        failure: (@MainActor (any Error) -> Action)? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID: fileID, line: line)
        self.init(
            id: GroupID(id), site: site,
            untrackedSequence: Elements.self is any SelfTrackingSequence.Type ? nil : Elements.self,
            open: { _ in open() }, action: action, failure: failure)
    }

    // Disfavoured, because a sequence of a known type fits both forms.
    /// Declares a source that reads a sequence whose type is not known, as a protocol of workers returns it:
    /// `any AsyncSequence<Message, any Error>`.
    ///
    /// - Parameters:
    ///   - id: Names the source within the scene, as in the form above.
    ///   - open: Makes the sequence.
    ///   - action: Makes the action for an element.
    ///   - failure: Makes the action for the error with which the sequence ended, if that matters.
    ///   - fileID: The caller's file, for diagnostics and traces. Leave it out.
    ///   - line: The caller's line, for diagnostics and traces. Leave it out.
    @_disfavoredOverload
    public init<Element>(
        _ id: some Hashable & Sendable, _ open: @escaping @MainActor () -> any AsyncSequence<Element, any Error>,
        action: @escaping @MainActor (Element) -> Action, failure: (@MainActor (any Error) -> Action)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.id = GroupID(id)
        site = CallSite(fileID: fileID, line: line)
        untrackedSequence = (any AsyncSequence<Element, any Error>).self
        listen = { _, execute in
            // Closed before it was opened: nobody asks for the sequence any more.
            guard !Task.isCancelled else { return }
            do {
                try await Self.read(open()) { execute(action($0)) }
            } catch {
                if let failure, !Task.isCancelled { execute(failure(error)) }
            }
        }
    }

    @MainActor
    private static func read<Elements: AsyncSequence>(
        _ elements: Elements, _ body: @MainActor (Elements.Element) -> Void
    ) async throws {
        if Elements.self is any ExecutorTrackedSequence.Type, let trackedTask = TrackedTask.ofThisTask {
            try await trackedTask.follow(elements, body)
        } else {
            try await TrackedTask.read(elements, isSelfTracking: Elements.self is any SelfTrackingSequence.Type, body)
        }
    }

    /// Declares a timer, which fires once per interval, the first time after one interval.
    ///
    /// Its ticks keep to a grid. One that comes late, because the device slept or the main actor was busy, stands for
    /// all that should have come by then: they are not made up for. None comes early, also when the clock is set back.
    ///
    /// - Parameters:
    ///   - id: Names the timer within the scene. Include the interval if it may change while the timer runs.
    ///   - interval: The time between two actions. Less than a millisecond counts as one, more
    ///     than a hundred years as a hundred.
    ///   - clock: What the time goes by. The default is the clock of the runtime.
    ///   - action: Makes the action from the number of the tick, counted from 1.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public static func timer(
        _ id: some Hashable & Sendable, every interval: Duration, on clock: (any Clock<Duration>)? = nil,
        action: @escaping @MainActor (Int) -> Action, fileID: StaticString = #fileID, line: UInt = #line
    ) -> SceneSource {
        SceneSource(
            id: GroupID(id), site: CallSite(fileID: fileID, line: line), untrackedSequence: nil,
            open: { runtimeClock in
                Ticks(
                    interval: min(max(interval, .milliseconds(1)), .longestSleep),
                    clock: clock.map { RuntimeClock($0) } ?? runtimeClock)
            },
            action: action, failure: nil)
    }

    private init<Elements: AsyncSequence>(
        id: GroupID, site: CallSite, untrackedSequence: (any Any.Type)?,
        open: @escaping @MainActor (RuntimeClock) -> Elements,
        action: @escaping @MainActor (Elements.Element) -> Action, failure: (@MainActor (any Error) -> Action)?
    ) {
        self.id = id
        self.site = site
        self.untrackedSequence = untrackedSequence
        listen = { clock, execute in
            // Closed before it was opened: nobody asks for the sequence any more.
            guard !Task.isCancelled else { return }
            do {
                let elements = open(clock)
                if untrackedSequence is any ExecutorTrackedSequence.Type, let trackedTask = TrackedTask.ofThisTask {
                    try await trackedTask.follow(elements) { execute(action($0)) }
                } else {
                    try await TrackedTask.read(elements, isSelfTracking: untrackedSequence == nil) {
                        execute(action($0))
                    }
                }
            } catch {
                if let failure, !Task.isCancelled { execute(failure(error)) }
            }
        }
    }
}
