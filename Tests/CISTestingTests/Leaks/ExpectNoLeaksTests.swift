import CIS
import CISTesting
import Foundation
import Testing

/// The leak check outside of scenarios.
@MainActor @Suite struct `Leaks: outside of scenarios` {
    private struct Refused: Error {}

    @Test func `a scene that is freed passes`() async {
        await expectNoLeaks {
            let scene = Shop.assemble()
            await scene.execute(.opened).value
            return scene
        }
    }

    @Test func `a leak fails the test at the caller's line, with the scene's name`() async {
        let caught = Caught()
        var kept: AnyObject?
        let line = #line + 2
        await TestFailure.$sink.withValue(caught.sink) {
            await expectNoLeaks {
                let scene = Shop.assemble()
                kept = scene.shopController?.interactor.store
                return scene
            }
        }
        withExtendedLifetime(kept) {}
        #expect(caught.messages.count == 1)
        #expect(caught.messages.first?.contains("After the release of Shop/") == true)
        #expect(caught.messages.first?.contains("ShopStore is still alive") == true)
        #expect(caught.lines == [UInt(line)])
    }

    @Test func `an action that still runs is named`() async {
        let caught = Caught()
        let gate = AsyncStream.makeStream(of: Void.self)
        var task: Task<Void, Never>?
        await TestFailure.$sink.withValue(caught.sink) {
            await expectNoLeaks {
                let scene = Shop.assemble()
                scene.shopController?.wait = {
                    // Ignores that it is cancelled, as a bad worker does.
                    await Task.detached { for await _ in gate.stream {} }.value
                }
                task = scene.execute(.waited)
                return scene
            }
        }
        gate.continuation.finish()
        await task?.value
        #expect(caught.messages.first?.contains("ShopController is still alive") == true)
        #expect(caught.messages.first?.contains("Actions were still running: ") == true)
    }

    @Test func `an error of the body is rethrown, and nothing is checked`() async {
        let caught = Caught()
        await TestFailure.$sink.withValue(caught.sink) {
            await #expect(throws: Refused.self) {
                try await expectNoLeaks { () async throws -> SceneRuntime<Shop> in throw Refused() }
            }
        }
        #expect(caught.messages == [])
    }

    @Test func `an object that a global holds is reported with a remedy, without the stubs`() async {
        final class ToolDouble: Sendable {
            let loadStub = ThrowingStub<Int, Int>()
            let saveStub = Stub<Int, Void>()
        }
        struct ShopFixture: SceneFixture {
            static let global = ShopTool()
            let doubles = ToolDouble()
            let clock = ManualClock()

            func assemble(_ state: Shop.State) -> SceneRuntime<Shop> {
                let scene = Shop.assemble()
                scene.shopController?.interactor.worker.tool = Self.global
                scene.shopController?.interactor.worker.shelf = ["double": [doubles]]
                return scene
            }
        }
        let found = await failures { await given(ShopFixture(), .init()) { _ in } }
        #expect(found.count == 1)
        let message = found.first?.message ?? ""
        #expect(message.contains("ShopTool is still alive. No property that can be seen holds it."))
        #expect(message.contains("by design in expectNoLeaks(besides:)"))
        for word in ["Stub", "unscripted", "clock", "Reporter"] { #expect(!message.contains(word), "\(message)") }
    }

    @Test func `an object in a state was a leak while the test held the state`() async {
        struct Held: SceneFixture {
            let doubles = ScriptedFixture()
            func assemble(_ state: ScriptedScene.State) -> SceneRuntime<ScriptedScene> { doubles.assemble(state) }
        }
        var state = ScriptedScene.State()
        state.reference = ScriptedScene.Reference()
        await given(Held(), state) { test in
            await test.when(.init("renews") { $0.store.execute(.setReference(ScriptedScene.Reference())) })
        }
        withExtendedLifetime(state) {}
    }

    @Test func `a time zone and a calendar of a worker are no leaks`() async {
        await expectNoLeaks {
            let worker = ShopWorker(unownedObject: ShopTool())
            worker.timeZone = TimeZone(identifier: "Asia/Seoul")
            worker.calendar = Calendar(identifier: .gregorian)
            return Shop.assemble(worker)
        }
    }

    @Test func `objects that may live on are not reported`() async {
        let worker = ShopWorker(unownedObject: ShopTool())
        await expectNoLeaks(besides: [worker]) { Shop.assemble(worker) }
    }
}
