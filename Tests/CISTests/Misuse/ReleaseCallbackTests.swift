import CIS
import Observation
import TestSupport
import Testing

/// Objects that a scene lets go of may call the scene in their deinit. The library has then finished its own change: an
/// overlapping access to one of its properties would end the program.
@MainActor
@Suite struct `Objects that call back when they are released` {
    private let sample = SampleScene()

    // MARK: Actions

    // Nobody else holds the value of the action when the runtime forgets its start.
    @Test(arguments: [1, 2])
    func `the value of a posted action may execute another action`(count: Int) async {
        // Such a scene keeps the value of an action as long as its record, in release builds too.
        let trace = sample.runtime.attach(StopObserver {})
        let tasks = (0..<count).map { _ in postHolding { $0.execute(.mutate(.add(1))) } }
        for task in tasks { await task.value }
        await mainActorJobsBehind()
        await mainActorJobsBehind()
        #expect(sample.store.state.count == count)
        trace.cancel()
    }

    /// Posts an action that holds an object, which calls the closure when it is released.
    private func postHolding(_ body: @escaping @MainActor @Sendable (SceneRuntime<Sample>) -> Void) -> Task<Void, Never>
    {
        let wire = Tripwire { [runtime = sample.runtime] in body(runtime) }
        return sample.runtime.post(.perform { _ in withExtendedLifetime(wire) {} })
    }

    // MARK: Outputs

    @Test func `what a port no longer needs may stop the scene`() {
        let heard = Recorder<Sample.Output>()
        connect(holding: { $0.runtime.stop() }, heard)
        connect(holding: { _ in }, heard)
        #expect(sample.runtime.isStopped)
        sample.outputs.send(.told("too late"))
        #expect(heard.entries.isEmpty)
    }

    @Test func `what a port no longer needs may send, and connect it again`() {
        let heard = Recorder<Sample.Output>()
        connect(
            holding: { sample in
                sample.outputs.send(.told("nobody"))
                sample.outputs.connect(to: heard) { heard, output in heard.note(output) }
            }, heard)
        sample.outputs.disconnect()
        sample.outputs.send(.told("again"))
        #expect(heard.entries == [.told("again")])
    }

    /// Connects the port with a closure that holds an object, which calls the other closure when it is released.
    private func connect(
        holding body: @escaping @MainActor @Sendable (SampleScene) -> Void, _ heard: Recorder<Sample.Output>
    ) {
        let wire = Tripwire { [sample] in body(sample) }
        sample.outputs.connect(to: heard) { heard, output in
            withExtendedLifetime(wire) { heard.note(output) }
        }
    }

    // MARK: Readers of children

    @Test func `what a reader of a child no longer needs may stop the child`() throws {
        let fixture = ReadingsScene()
        fixture.declareChildren()
        fixture.change { $0.sheet.present(1) }
        let child = try #require(fixture.scene.child(of: \.sheet, as: Readings.self))
        let wasStopped = Recorder<Bool>()
        readSheet(of: fixture.scene) {
            wasStopped.note(child.isStopped)
            child.stop()
        }
        fixture.scene.stop()
        #expect(wasStopped.entries == [false])
        #expect(child.isStopped)
    }

    /// Reads the child for a reader that holds an object, which calls the closure when it is released.
    private func readSheet(of scene: SceneRuntime<Readings>, _ body: @escaping @MainActor @Sendable () -> Void) {
        let wire = Tripwire(body)
        withObservationTracking {
            _ = scene.child(of: \.sheet, as: Readings.self)
        } onChange: {
            withExtendedLifetime(wire) {}
        }
    }

    // MARK: Values

    // Of three commits within one turn, a consumer that was waiting gets the first and the third value.
    @Test func `a value that a slow consumer does not get may cancel the consumer`() async {
        let scene = ReleasingStateScene()
        let waits = Gate()
        let consumer = Shared<Task<Int, Never>?>(nil)
        consumer.value = Task { [runtime = scene.runtime] in
            var count = 0
            for await _ in runtime.values(\.items) {
                count += 1
                waits.open()
            }
            return count
        }
        await waits.pass()
        await mainActorJobsBehind()
        scene.store.change { $0.items = [ReleasingState.Item {}] }
        replaceItems(of: scene, by: [ReleasingState.Item { consumer.value?.cancel() }, ReleasingState.Item {}])
        #expect(await consumer.value?.value ?? 0 <= 3)
        #expect(consumer.value?.isCancelled == true)
    }

    /// Makes each object the only one of the state, one after the other.
    private func replaceItems(of scene: ReleasingStateScene, by items: consuming [ReleasingState.Item]) {
        while !items.isEmpty {
            let item = items.removeFirst()
            scene.store.change { $0.items = [item] }
        }
    }

    // MARK: Snapshots

    // Equal objects: the domain state counts as unchanged, so the scene still has the one that the first snapshot had.
    @Test func `an object that the scene kept for a snapshot may take another one`() {
        let store = EqualStore()
        let runtime = SceneRuntime<Equal>(controller: IdleController(), store: store, diagnostics: ReportLog().reporter)
        let revisions = Recorder<Revision>()
        store.execute(Equal.Object { revisions.note(store.domainSnapshot.revision) })
        let first = store.domainSnapshot.revision
        store.execute(Equal.Object {})
        let second = store.domainSnapshot.revision
        #expect(revisions.entries == [first])
        #expect(second == first)
        withExtendedLifetime(runtime) {}
    }
}

/// A scene whose domain state holds an object, which equals every other.
private enum Equal: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    typealias Mutation = Object

    struct State: SceneState {
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var object: Object?
        }
    }

    final class Object: Sendable, Equatable {
        private let wire: Tripwire

        init(_ body: @escaping @MainActor @Sendable () -> Void) {
            wire = Tripwire(body)
        }

        static func == (lhs: Object, rhs: Object) -> Bool { true }
    }
}

@MainActor
private final class EqualStore: Store {
    let publisher = StatePublisher(Equal.State())

    nonisolated static func mutate(_ state: inout Equal.State, by mutation: Equal.Object) {
        state.domainState.object = mutation
    }
}
