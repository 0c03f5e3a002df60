import CIS
import Testing

extension `G3 observers` {
    /// Edge cases 51, 52 and 58 together: an undo brings back what a key path names, and its children are new.
    @MainActor
    @Suite struct `of values that come back` {
        private let fixture = ReadingsScene()
        private let recorder = Recorder<String>()
        private var scene: SceneRuntime<Readings> { fixture.scene }

        @Test func `an observer of children that were gone is called when they are there again`() {
            scene.present(\.tabs[1].sheet) { _, _ in ReadingsScene().scene }
            scene.list(\.tabs[1].rows) { _, _ in ReadingsScene().scene }
            fixture.change {
                $0.tabs[1].sheet.present(1)
                $0.tabs[1].rows.append(Readings.Row(id: 1))
            }
            let saved = scene.state
            let tokens = [
                scene.observe(\.tabs[1].sheet, initially: false) { [recorder] _ in recorder.note("sheet") },
                scene.observeChanges(of: \.tabs[1].rows, initially: false) { [recorder] changes in
                    recorder.note(changes.steps == nil ? "all rows" : "steps")
                },
            ]
            fixture.change { $0.tabs = [] }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0 = saved }
            #expect(recorder.entries == ["sheet", "all rows"])
            fixture.change { $0.other += 1 }
            #expect(recorder.entries.count == 2)
            for token in tokens { token.cancel() }
        }

        @Test func `an id of a stack that was gone matches nothing when the stack is there again`() throws {
            scene.stack(\.pages[0].path) { _, _ in ReadingsScene().scene }
            fixture.change { $0.pages[0].path.push([1, 2]) }
            let saved = scene.state
            let id = try #require(saved.pages[0].path.top?.id)
            fixture.change { $0.pages = [] }
            fixture.change { $0 = saved }
            fixture.change { $0.pages[0].path.pop(from: id) }
            #expect(scene.state.pages[0].path.routes == [1, 2])
            #expect(scene.children.count == 2)
        }
    }
}
