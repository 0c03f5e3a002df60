import CIS
import TestSupport
import Testing

/// Outputs of a child that has had a receiver before it has a parent.
extension `Output port` {
    @Test func `an output that a receiver has heard is not heard once more by a parent of the same turn`() {
        let heard = Recorder<String>()
        let (root, child) = (SampleScene(), SampleScene())
        let receiver = Owner()
        child.outputs.connect(to: receiver) { _, output in heard.note("receiver: \(output)") }
        child.outputs.send(.told("early"))
        root.runtime.add(child.runtime) { _, output in heard.note("parent: \(output)") }
        child.outputs.send(.told("late"))
        #expect(heard.entries == ["receiver: told(\"early\")", "parent: told(\"late\")"])
    }

    @Test func `an output that is sent before its port is connected is heard when the scene is added in that turn`() {
        let heard = Recorder<Sample.Output>()
        let (root, child) = (SampleScene(), SampleScene())
        child.outputs.send(.told("early"))
        root.runtime.add(child.runtime)
        child.outputs.connect(to: root.runtime) { _, output in heard.note(output) }
        root.runtime.add(child.runtime)
        #expect(heard.entries == [.told("early")])
        root.runtime.add(child.runtime)
        #expect(heard.entries == [.told("early")])
    }

    @Test func `an output that is sent before the runtime takes the port is heard by a parent of the same turn`() {
        let heard = Recorder<Sample.Output>()
        let (root, store, outputs) = (SampleScene(), SampleStore(), OutputPort<Sample.Output>())
        outputs.send(.told("early"))
        let controller = SampleController(interactor: SampleInteractor(store: store), store: store)
        let child = SceneRuntime<Sample>(controller: controller, store: store, outputs: outputs)
        root.runtime.add(child) { _, output in heard.note(output) }
        #expect(heard.entries == [.told("early")])
    }
}
