import CIS
import Testing

/// The reference with which a parent's worker holds a child.
@MainActor
@Suite struct `Weak scene` {
    @Test func `an action reaches the scene while it exists`() async {
        let sample = SampleScene()
        let scene = WeakScene(sample.runtime)
        await scene.execute(.mutate(.add(1)))?.value
        #expect(sample.store.state.count == 1)
    }

    @Test func `a scene is not held`() {
        var sample: SampleScene? = SampleScene()
        let scene = WeakScene(sample?.runtime)
        #expect(scene.scene != nil)
        sample = nil
        #expect(scene.scene == nil)
    }

    @Test func `every message to a released scene is reported, once`() {
        let notes = ReportLog()
        DiagnosticReporter.$current.withValue(notes.reporter) {
            var sample: SampleScene? = SampleScene()
            let reports = sample?.reports
            let scene = WeakScene(sample?.runtime)
            sample = nil
            #expect(scene.execute(.mutate(.add(1))) == nil)
            #expect(scene.execute(.mutate(.add(2))) == nil)
            #expect(notes.kinds + (reports?.kinds ?? []) == Array(repeating: .actionDropped(.released), count: 2))
        }
    }

    @Test func `without a scene, an action is ignored and not reported`() {
        let notes = ReportLog()
        DiagnosticReporter.$current.withValue(notes.reporter) {
            #expect(WeakScene<Sample>().execute(.mutate(.add(1))) == nil)
            #expect(WeakScene<Sample>(nil).execute(.mutate(.add(1))) == nil)
        }
        #expect(notes.kinds.isEmpty)
    }

    @Test func `a scene that is set later receives actions, and is reported after its release`() async {
        let notes = ReportLog()
        let scene = WeakScene<Sample>()
        var sample: SampleScene? = SampleScene()
        let reports = sample?.reports
        scene.scene = sample?.runtime
        await scene.execute(.mutate(.add(1)))?.value
        #expect(sample?.store.state.count == 1)
        sample = nil
        DiagnosticReporter.$current.withValue(notes.reporter) { _ = scene.execute(.mutate(.add(1))) }
        #expect(notes.kinds + (reports?.kinds ?? []) == [.actionDropped(.released)])
    }

    @Test func `a replaced scene gets no more actions`() async {
        let (first, second) = (SampleScene(), SampleScene())
        let scene = WeakScene(first.runtime)
        scene.scene = second.runtime
        await scene.execute(.mutate(.add(1)))?.value
        #expect(first.store.state.count == 0)
        #expect(second.store.state.count == 1)
    }
}
