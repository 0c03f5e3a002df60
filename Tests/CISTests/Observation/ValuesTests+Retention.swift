import CIS
import TestSupport
import Testing

extension `Observing as a sequence` {
    @MainActor
    @Suite struct `retain nothing` {
        private let count = LiveCount()

        /// A scene whose state holds a probe, which an observer of it keeps for comparison.
        private func sceneHoldingWitness() -> FieldsScene {
            let scene = FieldsScene()
            let probe = LifetimeProbe(count)
            scene.store.change { $0.held = probe }
            return scene
        }

        @Test func `nothing is retained after a consumer has left its loop`() async {
            let scene = sceneHoldingWitness()
            for await _ in scene.runtime.values(\.held) { break }
            scene.store.change { $0.held = nil }
            #expect(count.live == 0)
        }

        @Test func `nothing is retained after a consumer was cancelled`() async {
            let scene = sceneHoldingWitness()
            let first = Gate()
            let consumer = Task {
                for await _ in scene.runtime.values(\.held) { first.open() }
            }
            await first.pass()
            consumer.cancel()
            await consumer.value
            scene.store.change { $0.held = nil }
            #expect(count.live == 0)
        }

        @Test func `an iteration that has ended retains nothing, though its iterator lives on`() async {
            let scene = sceneHoldingWitness()
            var values = scene.runtime.values(\.held).makeAsyncIterator()
            _ = await values.next(isolation: #isolation)
            scene.runtime.stop()
            #expect(await values.next(isolation: #isolation) == nil)
            #expect(count.live == 1)  // the stopped scene's state
        }

        @Test func `only the newest value waits for a slow consumer`() async {
            let scene = FieldsScene()
            var values = scene.runtime.values(\.held).makeAsyncIterator()
            _ = await values.next(isolation: #isolation)
            for _ in 0..<1_000 {
                let probe = LifetimeProbe(count)
                scene.store.change { $0.held = probe }
            }
            #expect(count.peak <= 4)
            _ = await values.next(isolation: #isolation)
        }

        @Test func `the sequence of a released scene ends, and retains nothing of it`() async {
            var scene: FieldsScene? = sceneHoldingWitness()
            let sequence = scene?.runtime.values(\.held)
            var values = sequence?.makeAsyncIterator()
            _ = await values?.next(isolation: #isolation)
            #expect(count.live == 1)
            scene = nil
            #expect(count.live == 0)
            guard count.live == 0 else { return }  // the sequence would not end
            #expect(await values?.next(isolation: #isolation) == nil)
        }
    }
}
