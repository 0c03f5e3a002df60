package import CIS

extension Gather {
    /// - Parameter clock: The clock of the countdown.
    @MainActor package static func assemble(
        _ state: State, worker: Worker, clock: any Clock<Duration> = ContinuousClock()
    ) -> SceneRuntime<Gather> {
        let stopwatch = Stopwatch(on: clock)
        let store = GatherStore(state, worker: worker)
        let interactor = GatherInteractor(store: store, worker: worker, stopwatch: stopwatch)
        let controller = GatherController(interactor: interactor, store: store)
        let scene = SceneRuntime<Gather>(controller: controller, store: store, clock: clock)
        // FG-TIMER-11: the timer ticks as long as the state declares it, and ends with the screen.
        scene.sources { state in sources(for: state, stopwatch) }
        return scene
    }

    /// FG-TIMER-01, FG-TIMER-03: while the countdown runs, it ticks at each full second. After a pause within a second, the first
    /// tick comes earlier.
    @MainActor private static func sources(for state: State, _ stopwatch: Stopwatch) -> [SceneSource<Action>] {
        let countdown = state.countdown
        guard countdown.status == .running else { return [] }
        let (run, interval) = (countdown.run, countdown.untilNextSecond)
        stopwatch.begin(run)
        return [
            .timer([run, interval], every: .milliseconds(interval)) { [weak stopwatch] _ in
                .timePassed(milliseconds: stopwatch?.milliseconds ?? 0, run: run)
            }
        ]
    }
}
