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
}
