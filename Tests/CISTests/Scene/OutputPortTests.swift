import CIS
import TestSupport
import Testing

/// What a child tells its parent.
@MainActor
@Suite struct `Output port` {
    @Test func `an output reaches the parent before send returns`() {
        let lab = LabScene()
        let parent = Parent()
        lab.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        lab.outputs.send(.told("one"))
        lab.outputs.send(.told("two"))
        #expect(parent.heard == [.told("one"), .told("two")])
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `without a parent an output is ignored`() {
        let lab = LabScene()
        lab.outputs.send(.told("nobody"))
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `a disconnected parent hears no more`() {
        let lab = LabScene()
        let parent = Parent()
        lab.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        lab.outputs.disconnect()
        lab.outputs.send(.told("late"))
        #expect(parent.heard.isEmpty)
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `a scene that was stopped tells its parent nothing more`() {
        let lab = LabScene()
        let parent = Parent()
        lab.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        lab.outputs.send(.told("in time"))
        lab.runtime.stop()
        lab.outputs.send(.told("too late"))
        #expect(parent.heard == [.told("in time")])
        #expect(lab.reports.kinds.isEmpty)
    }

    @Test func `the parent that connects last is the one`() {
        let lab = LabScene()
        let (first, second) = (Parent(), Parent())
        for parent in [first, second] {
            lab.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        }
        lab.outputs.send(.told("who?"))
        #expect(first.heard.isEmpty)
        #expect(second.heard == [.told("who?")])
    }

    @Test func `a port that outlives its scene keeps nothing of it`() async {
        var lab: LabScene? = LabScene()
        let outputs = lab?.outputs
        var remains: Remains?
        if let lab { remains = await Remains(of: lab) }
        lab = nil
        #expect(remains?.alive == ["outputs"])
        outputs?.send(.told("nobody"))
    }

    @Test func `an output to a released parent is reported with scene, value and call site`() throws {
        let lab = LabScene()
        var parent: Parent? = Parent()
        weak let released = parent
        if let parent { lab.outputs.connect(to: parent) { parent, output in parent.heard.append(output) } }
        parent = nil
        #expect(released == nil, "The port holds its parent weakly.")
        let line: UInt = #line + 1
        lab.outputs.send(.told("late"))
        let report = try #require(lab.reports.all.first)
        #expect(lab.reports.kinds == [.outputToReleasedParent])
        #expect(report.isMisuse)
        #expect(report.scene == lab.runtime.identity)
        #expect(report.subject as? Lab.Output == .told("late"))
        #expect(report.callSite == CallSite(fileID: #fileID, line: line))
    }

    @Test func `a port without a scene reports to the current reporter`() {
        let notes = ReportLog()
        let port = OutputPort<Lab.Output>()
        connectToNobody(port)
        DiagnosticReporter.$current.withValue(notes.reporter) { port.send(.told("late")) }
        #expect(notes.kinds == [.outputToReleasedParent])
    }

    private func connectToNobody(_ port: OutputPort<Lab.Output>) {
        port.connect(to: Parent()) { parent, output in parent.heard.append(output) }
    }

    @Test func `a port can be connected anew from inside its own callback`() {
        let lab = LabScene()
        let parent = Parent()
        lab.outputs.connect(to: parent) { parent, output in
            parent.heard.append(output)
            lab.outputs.connect(to: parent) { parent, _ in parent.heard.append(.told("second ear")) }
        }
        lab.outputs.send(.told("one"))
        lab.outputs.send(.told("two"))
        #expect(parent.heard == [.told("one"), .told("second ear")])
        lab.outputs.disconnect()
    }

    @Test func `an action that an output makes the parent execute is an action of its own`() async {
        let (parent, child) = (LabScene(), LabScene())
        let tasks = TaskBox()
        child.outputs.connect(to: parent.runtime) { parent, _ in
            tasks.add(parent.execute(.mutate(.append("heard"))))
        }
        await child.perform { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            child.outputs.send(.told("cancelled, and still telling"))
        }.value
        await tasks.finish()
        #expect(parent.store.state.log == ["heard"])
        child.outputs.disconnect()
    }

    @MainActor
    private final class Parent {
        var heard: [Lab.Output] = []
    }
}
