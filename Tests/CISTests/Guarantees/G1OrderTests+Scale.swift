import CIS
import TestSupport
import Testing

extension `G1 order` {
    @MainActor
    @Suite struct `at length` {
        private let sample = SampleScene()

        // MARK: Any mixture of ways to execute

        @Test(arguments: UInt64(1)...12)
        func `actions start in the order they were executed, whatever executes them`(seed: UInt64) async {
            var dice = Dice(seed: seed)
            let order = StartOrder(scene: sample.runtime)
            let token = sample.runtime.observe(\.count, initially: false) { _ in order.execute() }
            for _ in 0..<fewerWhenSanitized(400) {
                switch Int.random(in: 0..<6, using: &dice) {
                case 0: order.execute()
                case 1: order.execute { _ in order.execute() }
                case 2: sample.store.execute(.add(1))
                case 3: order.execute { $0.store.execute(.add(1)) }
                case 4: order.post { _ in order.execute() }
                default: await mainActorJobsBehind()
                }
            }
            await order.finish()
            let isInOrder = order.started == Array(0..<order.executed)
            #expect(isInOrder, "seed \(seed)")
            token.cancel()
        }

        // MARK: A million

        @Test func `a million chained actions need a flat stack and constant memory`() async {
            await chain(of: million) { controller, next in
                controller.store.execute(.add(1))
                controller.scene?.execute(next)
            }
            #expect(sample.runtime.state.count == million - 1)
        }

        @Test func `an action that executes itself again, a million times, needs a flat stack`() async {
            let span = StackSpan()
            let starts = Shared(0)
            await withCheckedContinuation { end in
                let again = Shared<Sample.Action?>(nil)
                again.value = .perform { controller in
                    span.mark()
                    starts.value += 1
                    if starts.value == million { again.value = nil }
                    guard let action = again.value else { return end.resume() }
                    controller.scene?.execute(action)
                }
                if let action = again.value { sample.runtime.execute(action) }
            }
            #expect(starts.value == million)
            #expect(span.bytes < flatStackBytes)
            #expect(sample.reports.kinds.isEmpty)
        }

        @Test func `a poll loop that suspends between its rounds needs a flat stack and constant memory`() async {
            await chain(of: repetitions(50_000, atLeast: fewerWhenSanitized(1_000))) { controller, next in
                await hopOffMainActor()  // the suspension that a round of polling has
                controller.scene?.execute(next)
            }
        }

        @Test func `two scenes that execute each other's actions need a flat stack`() async {
            let other = SampleScene()
            let partners = [sample.runtime, other.runtime]
            await chain(of: repetitions(100_000, atLeast: fewerWhenSanitized(2_000))) { controller, next in
                let isFirst = controller.scene === partners[0]
                partners[isFirst ? 1 : 0].execute(next)
            }
        }

        /// Executes an action that leads to the next one, and so on, and checks how many of them are alive in the
        /// meantime. It counts objects instead of measuring memory, because other tests run in the same process.
        private func chain(
            of length: Int, next: @escaping @MainActor @Sendable (SampleController, Sample.Action) async -> Void
        ) async {
            let chain = ActionChain(length: length, next: next)
            await withCheckedContinuation { end in
                chain.end = end
                sample.runtime.execute(chain.link())
            }
            await mainActorJobsBehind()
            #expect(chain.started == length)
            #expect(chain.span.bytes < flatStackBytes)
            #expect(chain.count.peak <= 8)
            #expect(chain.count.live == 0)
            #expect(sample.runtime.unfinishedActionCount == 0)
            #expect(sample.reports.kinds.isEmpty)
        }
    }
}

/// Numbers actions when they are executed, and remembers in which order they started.
@MainActor
private final class StartOrder {
    private let scene: SceneRuntime<Sample>
    private(set) var executed = 0
    private(set) var started: [Int] = []
    private var tasks: [Task<Void, Never>] = []

    init(scene: SceneRuntime<Sample>) {
        self.scene = scene
    }

    func execute(_ body: @escaping @MainActor @Sendable (SampleController) -> Void = { _ in }) {
        tasks.append(scene.execute(action(body)))
    }

    func post(_ body: @escaping @MainActor @Sendable (SampleController) -> Void) {
        tasks.append(scene.post(action(body)))
    }

    /// Waits until all actions have started.
    func finish() async {
        while let task = tasks.popLast() { await task.value }
    }

    private func action(_ body: @escaping @MainActor @Sendable (SampleController) -> Void) -> Sample.Action {
        let number = executed
        executed += 1
        return .perform("\(number)") { [self] controller in
            started.append(number)
            body(controller)
        }
    }
}

/// Actions that each cause the next one.
@MainActor
private final class ActionChain {
    let count = LiveCount()
    let span = StackSpan()
    private(set) var started = 0
    var end: CheckedContinuation<Void, Never>?
    private let length: Int
    private let next: @MainActor @Sendable (SampleController, Sample.Action) async -> Void

    init(length: Int, next: @escaping @MainActor @Sendable (SampleController, Sample.Action) async -> Void) {
        self.length = length
        self.next = next
    }

    func link() -> Sample.Action {
        let probe = LifetimeProbe(count)
        return .perform("link") { [self] controller in
            await run(controller)
            withExtendedLifetime(probe) {}
        }
    }

    private func run(_ controller: SampleController) async {
        span.mark()
        started += 1
        if started == length {
            end?.resume()
            end = nil
        } else {
            await next(controller, link())
        }
    }
}
