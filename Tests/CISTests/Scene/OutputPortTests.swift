import CIS
import TestSupport
import Testing

/// The outputs of a child.
@MainActor
@Suite struct `Output port` {
    @Test func `an output reaches the parent before send returns`() {
        let sample = SampleScene()
        let parent = Parent()
        sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        sample.outputs.send(.told("one"))
        sample.outputs.send(.told("two"))
        #expect(parent.heard == [.told("one"), .told("two")])
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `without a parent an output is ignored`() {
        let sample = SampleScene()
        sample.outputs.send(.told("nobody"))
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `an output that reaches no parent ends as unheard in a trace`() {
        let sample = SampleScene()
        let parent = Parent()
        let log = EventLog()
        sample.runtime.attach(log, on: log)
        sample.outputs.send(.told("nobody"))
        sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        sample.outputs.send(.told("somebody"))
        sample.outputs.disconnect()
        sample.outputs.send(.told("nobody again"))
        #expect(log.endings.map(\.event.kind.label) == ["output", "output", "output"])
        #expect(log.endings.map(\.ending) == [.unheard, .finished, .unheard])
    }

    @Test func `a disconnected parent receives no more outputs`() {
        let sample = SampleScene()
        let parent = Parent()
        sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        sample.outputs.disconnect()
        sample.outputs.send(.told("late"))
        #expect(parent.heard.isEmpty)
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `a stopped scene sends its parent nothing more`() {
        let sample = SampleScene()
        let parent = Parent()
        sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        sample.outputs.send(.told("in time"))
        sample.runtime.stop()
        sample.outputs.send(.told("too late"))
        #expect(parent.heard == [.told("in time")])
        #expect(sample.reports.kinds.isEmpty)
    }

    @Test func `the parent that connects last is the one`() {
        let sample = SampleScene()
        let (first, second) = (Parent(), Parent())
        for parent in [first, second] {
            sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) }
        }
        sample.outputs.send(.told("who?"))
        #expect(first.heard.isEmpty)
        #expect(second.heard == [.told("who?")])
    }

    @Test func `a port that outlives its scene keeps nothing of it`() async {
        var sample: SampleScene? = SampleScene()
        let outputs = sample?.outputs
        var survivors: SurvivingParts?
        if let sample { survivors = await SurvivingParts(of: sample) }
        sample = nil
        #expect(survivors?.alive == ["outputs"])
        outputs?.send(.told("nobody"))
    }

    @Test func `an output to a released parent is reported with scene, value and call site`() throws {
        let sample = SampleScene()
        var parent: Parent? = Parent()
        weak let released = parent
        if let parent { sample.outputs.connect(to: parent) { parent, output in parent.heard.append(output) } }
        parent = nil
        #expect(released == nil, "The port holds its parent weakly.")
        let line: UInt = #line + 1
        sample.outputs.send(.told("late"))
        let report = try #require(sample.reports.all.first)
        #expect(sample.reports.kinds == [.outputToReleasedParent])
        #expect(report.isMisuse)
        #expect(report.scene == sample.runtime.identity)
        #expect(report.subject as? Sample.Output == .told("late"))
        #expect(report.callSite == CallSite(fileID: #fileID, line: line))
    }

    @Test func `a port without a scene reports to the current reporter`() {
        let notes = ReportLog()
        let port = OutputPort<Sample.Output>()
        connectToNobody(port)
        DiagnosticReporter.$current.withValue(notes.reporter) { port.send(.told("late")) }
        #expect(notes.kinds == [.outputToReleasedParent])
    }

    private func connectToNobody(_ port: OutputPort<Sample.Output>) {
        port.connect(to: Parent()) { parent, output in parent.heard.append(output) }
    }

    @Test func `a port can be connected again inside its own callback`() {
        let sample = SampleScene()
        let parent = Parent()
        sample.outputs.connect(to: parent) { parent, output in
            parent.heard.append(output)
            sample.outputs.connect(to: parent) { parent, _ in parent.heard.append(.told("second ear")) }
        }
        sample.outputs.send(.told("one"))
        sample.outputs.send(.told("two"))
        #expect(parent.heard == [.told("one"), .told("second ear")])
        sample.outputs.disconnect()
    }

    @Test func `an action that an output makes the parent execute is an action of its own`() async {
        let (parent, child) = (SampleScene(), SampleScene())
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
        var heard: [Sample.Output] = []
    }
}
