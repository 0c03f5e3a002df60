import CIS
import TestSupport
import Testing

/// H5 of the article MigratingFromCleanSwift: a scene assembled in a view's initializer was rebuilt, reset and orphaned at
/// every redraw of its parent.
@MainActor
@Suite struct `H5 scene in a redrawn view` {
    @Test func `a scene owned outside survives the redraws of its view`() async {
        let assembled = MainActorRecorder<SceneIdentity>()
        let owner = SceneOwner<Sample> { assemble(noting: assembled) }
        for number in 1...5 {
            let body = RedrawnView(owner: owner)
            await body.tap()
            #expect(body.shown == number)
        }
        #expect(assembled.entries.count == 1)
        #expect(assembled.entries == [owner.scene.identity])
    }

    @Test func `an action in flight survives a redraw`() async {
        let owner = SceneOwner<Sample> { SampleScene().runtime }
        let gate = Gate()
        let task = RedrawnView(owner: owner).load(gate)
        await gate.reached()
        let redrawn = RedrawnView(owner: owner)
        gate.open()
        await task.value
        #expect(redrawn.shown == 10)
    }

    @Test func `an owner made at a redraw and thrown away assembles nothing`() {
        let assembled = MainActorRecorder<SceneIdentity>()
        for _ in 0..<100 { _ = SceneOwner<Sample> { assemble(noting: assembled) } }
        #expect(assembled.entries.isEmpty)
    }

    @Test func `an owner releases the closure that assembled its scene`() {
        let count = LiveCount()
        let owner = assembling(with: LifetimeProbe(count))
        #expect(count.live == 1)
        let scene = owner.scene
        #expect(count.live == 0)
        #expect(owner.scene === scene)
    }

    private func assembling(with probe: LifetimeProbe) -> SceneOwner<Sample> {
        SceneOwner { withExtendedLifetime(probe) { SampleScene().runtime } }
    }

    @Test func `the scene lives as long as its owner, and is cancelled with it`() async {
        var owner: SceneOwner<Sample>? = SceneOwner { SampleScene().runtime }
        weak let scene = owner?.scene
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = owner?.scene.execute(
            .perform { _ in
                await gate.pass()
                cancelled.add(Task.isCancelled)
            })
        await gate.reached()
        #expect(scene != nil)
        owner = nil
        #expect(scene == nil)
        gate.open()
        await task?.value
        #expect(cancelled.entries == [true])
    }

    private func assemble(noting assembled: MainActorRecorder<SceneIdentity>) -> SceneRuntime<Sample> {
        let scene = SampleScene().runtime
        assembled.add(scene.identity)
        return scene
    }
}

/// A view like those of front ends: a value that is created again at every redraw of its parent.
@MainActor
private struct RedrawnView {
    let owner: SceneOwner<Sample>

    var shown: Int { owner.scene.state.count }

    func tap() async { await owner.scene.execute(.mutate(.add(1))).value }

    func load(_ gate: Gate) -> Task<Void, Never> {
        owner.scene.execute(
            .perform { controller in
                await gate.pass()
                controller.store.execute(.add(10))
            })
    }
}
