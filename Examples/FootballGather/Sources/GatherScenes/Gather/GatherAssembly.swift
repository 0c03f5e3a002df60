package import CIS

extension Gather {
    /// - Parameter clock: The clock of the countdown.
    @MainActor package static func assemble(
        _ state: State, worker: Worker, clock: any Clock<Duration> = ContinuousClock()
    ) -> SceneRuntime<Gather> {
        let store = GatherStore(state, worker: worker)
        let interactor = GatherInteractor(store: store, worker: worker)
        let controller = GatherController(interactor: interactor, store: store)
        let scene = SceneRuntime<Gather>(controller: controller, store: store, clock: clock)
        // FG-TIMER-11: the timer ticks as long as the state declares it, and ends with the screen.
        scene.sources { state in sources(for: state, clock: clock) }
        return scene
    }

    /// FG-TIMER-01, FG-TIMER-03: while the countdown runs, it ticks every second, for the first time after one second.
    @MainActor private static func sources(for state: State, clock: any Clock<Duration>) -> [SceneSource<Action>] {
        guard state.countdown.status == .running else { return [] }
        let run = state.countdown.run
        let elapsed = stopwatch(on: clock)
        return [.timer(run, every: .seconds(1), on: clock) { _ in .secondsPassed(elapsed(), run: run) }]
    }

    /// Returns the whole seconds since this call. A tick reads them instead of counting as one second, so missed ticks, for
    /// example while the device sleeps, lose no time.
    private static func stopwatch(on clock: some Clock<Duration>) -> () -> Int {
        let start = clock.now
        return { Int(start.duration(to: clock.now).components.seconds) }
    }
}
