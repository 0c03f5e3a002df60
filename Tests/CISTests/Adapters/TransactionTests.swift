import CIS
import Observation
import TestSupport
import Testing

/// What surrounds the changes of an action, such as an animation of SwiftUI, also where every start is deferred.
@MainActor
@Suite struct `Transaction` {
    private let sample = SampleScene()
    private let log = Recorder<String>()

    /// Notes whenever a reader of the count is invalidated.
    private func read() {
        withObservationTracking {
            _ = sample.runtime.observed(\.count)
        } onChange: {
            MainActor.assumeIsolated { log.note("changed") }
        }
    }

    private func execute(_ action: Sample.Action) -> Task<Void, Never> {
        sample.runtime.execute(action) { changes in
            log.note("begin")
            changes()
            log.note("end")
        }
    }

    @Test(arguments: [false, true])
    func `each commit of the action is surrounded, also after a suspension`(isDeferred: Bool) async {
        if isDeferred { sample.runtime.deferEveryStart() }
        read()
        await execute(
            .perform { controller in
                controller.store.execute(.add(1))
                read()
                await mainActorJobsBehind()
                controller.store.execute(.add(1))
            }
        ).value
        #expect(log.entries == ["begin", "changed", "end", "begin", "changed", "end"])
    }

    @Test(arguments: [false, true])
    func `a reader of a child is told inside of it when the action presents or dismisses the child`(
        isDeferred: Bool
    ) async {
        let screens = ScreenFixture()
        let root = screens.assemble()
        if isDeferred { root.deferEveryStart() }
        let steps: [@Sendable (inout Screen.State) -> Void] = [{ $0.sheet.present("a") }, { $0.sheet.dismiss() }]
        for step in steps {
            withObservationTracking {
                _ = root.child(of: \.sheet, as: Screen.self)
            } onChange: {
                MainActor.assumeIsolated { log.note("changed") }
            }
            let action = Screen.Action.perform { $0.store.execute(.change("step", step)) }
            let surround: (() -> Void) -> Void = { [log] changes in
                log.note("begin")
                changes()
                log.note("end")
            }
            await root.execute(action, transaction: surround).value
        }
        withExtendedLifetime(root) {}
        #expect(log.entries == ["begin", "changed", "end", "begin", "changed", "end"])
    }

    @Test func `an action that waits for its turn keeps it, and another action of the scene has none`() async {
        let (first, last) = (Gate(), Gate())
        sample.perform(policy: .serial) { _ in await first.pass() }
        let animated = execute(.perform(policy: .serial) { $0.store.execute(.add(1)) })
        let plain = sample.perform(policy: .serial) { controller in
            await last.pass()
            controller.store.execute(.add(1))
        }
        read()
        first.open()
        await animated.value
        #expect(log.entries == ["begin", "changed", "end"])
        read()
        last.open()
        await plain.value
        #expect(log.entries == ["begin", "changed", "end", "changed"])
    }

    @Test func `an action that is awaited belongs to it, and one that is not does not`() async {
        read()
        await execute(
            .perform { controller in
                await controller.scene?.run(.mutate(.add(1)))
                read()
                await controller.scene?.execute(.mutate(.add(1))).value
            }
        ).value
        #expect(log.entries == ["begin", "changed", "end", "changed"])
    }

    @Test func `an action has none in another scene, although that scene had one before`() async {
        let other = SampleScene()
        await other.runtime.execute(.mutate(.add(1)), transaction: { $0() }).value
        withObservationTracking {
            _ = other.runtime.observed(\.count)
        } onChange: {
            MainActor.assumeIsolated { log.note("changed") }
        }
        await execute(
            .perform { _ in await other.runtime.run(.mutate(.add(1))) }
        ).value
        #expect(log.entries == ["changed"])
    }
}
