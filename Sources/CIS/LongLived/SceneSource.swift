/// Something that a scene listens to for a while: a timer, a socket, a location, changes of a database.
///
/// A scene declares, as a function of its state, which sources should be running; the runtime opens and closes the
/// difference after each commit. Each element becomes an action.
///
/// ```swift
/// SceneRuntime(controller: controller, store: store, sources: { state in
///     state.isTicking ? [.timer("tick", every: .seconds(1)) { _ in .ticked }] : []
/// })
/// ```
public struct SceneSource<Action: Sendable> {
    let id: GroupID
    let listen: @MainActor (_ execute: @MainActor (Action) -> Void) async -> Void

    /// Declares a source.
    ///
    /// - Parameters:
    ///   - id: Names the source within the scene. While a commit leaves it in the list it goes on untouched; to have it
    ///     opened anew, let what it depends on be part of the id: `.init("room \(state.room)", …)`.
    ///   - open: Makes the sequence. Called once when the source is opened; cancelled when it is closed.
    ///   - action: Makes the action for an element.
    ///   - failure: Makes the action for the error with which the sequence ended, if that matters. Cancellation is not
    ///     a failure. A sequence that has ended is not opened again while its id stays in the list.
    public init<Elements: AsyncSequence>(
        _ id: some Hashable & Sendable, _ open: @escaping @MainActor () -> Elements,
        action: @escaping @MainActor (Elements.Element) -> Action,
        failure: (@MainActor (any Error) -> Action)? = nil
    ) {
        self.id = GroupID(id)
        listen = { execute in
            do {
                for try await element in open() {
                    guard !Task.isCancelled else { return }
                    execute(action(element))
                }
            } catch {
                if let failure, !Task.isCancelled { execute(failure(error)) }
            }
        }
    }

    /// Declares a timer, which fires once per interval, the first time after one interval.
    ///
    /// - Parameters:
    ///   - id: Names the timer within the scene. Include the interval if it may change while the timer runs.
    ///   - interval: The time between two actions. Less than a millisecond counts as one.
    ///   - clock: What the time goes by. Late ticks are not made up for.
    ///   - action: Makes the action from the number of the tick, counted from 1.
    public static func timer(
        _ id: some Hashable & Sendable, every interval: Duration, on clock: any Clock<Duration> = ContinuousClock(),
        action: @escaping @MainActor (Int) -> Action
    ) -> SceneSource {
        SceneSource(id, { Ticks(interval: max(interval, .milliseconds(1)), clock: RuntimeClock(clock)) }, action: action)
    }
}

/// The numbers of the ticks of a timer, each at its time.
struct Ticks: AsyncSequence, Sendable {
    typealias Element = Int

    let interval: Duration
    let clock: RuntimeClock

    func makeAsyncIterator() -> Iterator {
        Iterator(interval: interval, clock: clock, last: clock.now())
    }

    struct Iterator: AsyncIteratorProtocol {
        let interval: Duration
        let clock: RuntimeClock
        var last: Duration
        var count = 0

        mutating func next() async -> Int? {
            // On the grid of the intervals; what was slept through is skipped.
            let next = Swift.max(last + interval, clock.now())
            guard (try? await clock.sleep(next)) != nil else { return nil }
            last = next
            count += 1
            return count
        }
    }
}
