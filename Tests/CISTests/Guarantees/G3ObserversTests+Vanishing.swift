import CIS
import Testing

extension `G3 observers` {
    /// Edge case 51: a commit removes what a key path names.
    @MainActor
    @Suite struct `of values that go away` {
        private let fixture = ReadingsScene()
        private let recorder = Recorder<String>()
        private var scene: SceneRuntime<Readings> { fixture.scene }

        private typealias Change = @Sendable (inout Readings.State) -> Void

        private func told<Value>(
            _ field: KeyPath<Readings.State, Value>, when change: @escaping Change
        ) -> Int {
            fixture.told {
                _ = $0.observed(field)
            } when: {
                fixture.change(change)
            }
        }

        // MARK: Readers

        @Test func `a reader of an element is told when the element is removed`() {
            #expect(told(\.log[2]) { $0.log.removeLast() } == 1)
            #expect(told(\.log[0]) { $0.log = [] } == 1)
        }

        @Test func `a reader of an element is told only when the element changes`() {
            #expect(told(\.log[2]) { $0.log[0] = 7 } == 0)
            #expect(told(\.log[2]) { $0.other = 7 } == 0)
            #expect(told(\.log[2]) { $0.log[2] = 7 } == 1)
        }

        @Test func `a reader of a row by its offset is told when the row is removed`() {
            #expect(told(\.rows[1]) { $0.rows.remove(2) } == 1)
            #expect(told(\.rows[0].title) { $0.rows = [] } == 1)
        }

        @Test func `a reader through a forced optional is told when it becomes nil`() {
            #expect(told(\.person!.name) { $0.person = nil } == 1)
        }

        @Test func `a reader through a forced optional is told only when its value changes`() {
            #expect(told(\.person!.name) { $0.person?.friends = [] } == 0)
            #expect(told(\.person!.name) { $0.person?.name = "Bo" } == 1)
        }

        @Test func `a path that was appended to an optional chain is read only while there is a value`() {
            let forced = (\Readings.State.person?.name).appending(path: \.!.count)
            let token = note(forced)
            #expect(told(forced) { $0.person?.name = "Bo" } == 1)
            #expect(told(forced) { $0.person = nil } == 1)
            fixture.change { $0.person = Readings.Person(name: "Cy Young") }
            #expect(recorder.entries == ["2", "8"])
            token.cancel()
        }

        @Test func `a reader of an element of an element is told when either is removed`() {
            #expect(told(\.person!.friends[0]) { $0.person?.friends = [] } == 1)
            fixture.change { $0.person?.friends = ["Bo"] }
            #expect(told(\.person!.friends[0].count) { $0.person = nil } == 1)
            #expect(told(\.tabs[1].rows.count) { $0.tabs.removeLast() } == 1)
        }

        @Test func `a reader through a forced look-up is told when the key is removed`() {
            #expect(told(\.table["a"]!.name) { $0.table = [:] } == 1)
            #expect(told(\.rows[id: 2]!.title) { $0.rows.remove(2) } == 1)
            #expect(told(\.log.first!) { $0.log = [] } == 1)
            #expect(told(\.someone!.name) { $0.person = nil } == 1)
            fixture.change { $0.wide = Readings.Wide() }
            #expect(told(\.wide!.list[1]) { $0.wide?.list.removeLast() } == 1)
        }

        @Test func `a reader of a slice is told when the slice goes away`() {
            #expect(told(\.log[1..<3]) { $0.log = [] } == 1)
        }

        @Test func `another subscript that takes an integer is not taken for an index`() {
            #expect(told(\.log[value: 3]) { $0.other = 7 } == 0)
            #expect(told(\.log[value: 3]) { $0.log.removeLast() } == 1)
            withExtendedLifetime(note(\.log[value: 3])) { #expect(fixture.reports.kinds.count == 1) }
        }

        @Test func `a reader of a computed property that cannot be read any more is told`() {
            #expect(told(\.third) { $0.log.removeLast() } == 1)
            #expect(told(\.last) { $0.log = [] } == 1)
        }

        // MARK: Observers

        private func note<Value: Equatable>(_ field: KeyPath<Readings.State, Value>) -> ObservationToken {
            scene.observe(field, initially: false) { [recorder] in recorder.note("\($0)") }
        }

        @Test func `an observer of an element is not called while there is no element`() {
            let token = note(\.log[2])
            fixture.change { $0.log.removeLast() }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.log.append(9) }
            #expect(recorder.entries == ["9"])
            fixture.change { $0.log[0] = 5 }
            #expect(recorder.entries == ["9"])
            token.cancel()
        }

        @Test func `an observer with an owner of a row by its offset is not called without a row`() {
            let owner = Owner()
            scene.observe(\.rows[1].id, on: owner, initially: false) { [recorder] _, id in recorder.note("\(id)") }
            fixture.change { $0.rows.remove(2) }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.rows.append(Readings.Row(id: 3)) }
            #expect(recorder.entries == ["3"])
        }

        @Test func `an observer through a forced optional is not called while it is nil`() {
            let token = note(\.person!.name)
            fixture.change { $0.person = nil }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.person = Readings.Person(name: "Bo") }
            #expect(recorder.entries == ["Bo"])
            token.cancel()
        }

        @Test func `an observer of an element of an element is not called without either`() {
            let tokens = [note(\.person!.friends[0]), note(\.tabs[1].rows[0].title)]
            fixture.change { $0.person?.friends = [] }
            fixture.change { $0.person = nil }
            fixture.change { $0.tabs[1].rows = [Readings.Row(id: 1, title: "a")] }
            fixture.change { $0.tabs = [] }
            #expect(recorder.entries == ["a"])
            for token in tokens { token.cancel() }
        }

        @Test func `an observer through a forced look-up is not called without the key`() {
            let tokens = [note(\.table["a"]!.name), note(\.rows[id: 2]!.title), note(\.log.first!), note(\.log.last!)]
            fixture.change { ($0.table, $0.rows, $0.log) = ([:], [], []) }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.table["a"] = Readings.Person(name: "Bo") }
            fixture.change { $0.rows.append(Readings.Row(id: 2, title: "two")) }
            fixture.change { $0.log = [7] }
            #expect(recorder.entries == ["Bo", "two", "7", "7"])
            for token in tokens { token.cancel() }
        }

        @Test func `an observer of a value that is not there yet is called when it comes`() {
            fixture.change { $0.log = [] }
            let token = scene.observe(\.log[2]) { [recorder] in recorder.note("\($0)") }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.log = [1, 2, 3] }
            #expect(recorder.entries == ["3"])
            token.cancel()
        }

        @Test func `a path that cannot be checked is reported, and its observer is not called`() {
            let token = note(\.someone!.name)
            #expect(fixture.reports.kinds.count == 1)
            fixture.change { $0.person = nil }
            #expect(recorder.entries.isEmpty)
            token.cancel()
        }

        @Test func `an observer at a path that cannot be checked is reported with its line`() {
            let line: UInt = #line + 1
            let name = scene.observe(\.someone!.name) { _ in }
            let commits = scene.observeEveryCommit(\.someone!.name) { _ in }
            let pulses = scene.observePulse(\.firstTab!.toast) { _ in }
            #expect(fixture.reports.all.map { $0.callSite?.line } == [line, line + 1, line + 2])
            for token in [name, commits, pulses] { token.cancel() }
        }

        @Test func `children that follow a path that cannot be checked are not made, which is reported at its place`() {
            let line: UInt = #line + 1
            scene.present(\.firstTab!.sheet) { _, _ in ReadingsScene().scene }
            scene.stack(\.pages[0].path) { _, _ in ReadingsScene().scene }
            scene.list(\.firstTab!.rows) { _, _ in ReadingsScene().scene }
            #expect(fixture.reports.all.map { $0.callSite?.line } == [line, line + 2])
            fixture.change {
                $0.tabs[0].sheet.present(1)
                $0.tabs[0].rows = [Readings.Row(id: 1)]
            }
            #expect(scene.children.isEmpty)
        }

        @Test func `an observer of the changes of a list at a path that cannot be checked is reported`() {
            let line: UInt = #line + 1
            let token = scene.observeChanges(of: \.firstTab!.rows) { [recorder] _ in recorder.note("called") }
            #expect(fixture.reports.all.map { $0.callSite?.line } == [line])
            fixture.change { $0.tabs[0].rows = [Readings.Row(id: 1)] }
            #expect(recorder.entries.isEmpty)
            token.cancel()
        }

        @Test func `a control at a path that cannot be checked is reported once, however often it is drawn`() {
            for _ in 0..<3 {
                let field = BoundField(\.someone!.name, of: scene) { _ in fatalError("executed") }
                #expect(field.value == "Ada")
            }
            #expect(fixture.reports.kinds.count == 1)
        }

        @Test func `a control with a value of its own never reads a path that cannot be checked`() {
            let field = BoundField(\.someone!.name, of: scene) { _ in fatalError("executed") }
            #expect(field.readableValue == nil, "although it is there now")
            #expect(fixture.reports.kinds.isEmpty)
        }

        @Test func `a delivery once per turn leaves out what has gone by the end of the turn`() async {
            let token = scene.observe(\.log[2], delivery: .oncePerTurn, initially: false) { [recorder] in
                recorder.note("\($0)")
            }
            fixture.change { $0.log[2] = 9 }
            fixture.change { $0.log = [] }
            await Task {}.value
            #expect(recorder.entries.isEmpty)
            token.cancel()
        }

        @Test func `an observer of every commit is not called for those without the value`() {
            let token = scene.observeEveryCommit(\.person!.name) { [recorder] in recorder.note($0) }
            fixture.change { $0.person = nil }
            fixture.change { $0.person = Readings.Person(name: "Bo") }
            #expect(recorder.entries == ["Ada", "Bo"])
            token.cancel()
        }

        @Test func `a pulse in an element that goes away is not heard`() {
            let token = scene.observePulse(\.tabs[1].toast) { [recorder] in recorder.note($0) }
            fixture.change { $0.tabs[1].toast.value = "a" }
            fixture.change { $0.tabs.removeLast() }
            fixture.change { $0.tabs.append(Readings.Tab()) }
            fixture.change { $0.tabs[1].toast.value = "b" }
            #expect(recorder.entries == ["a", "b"])
            token.cancel()
        }

        @Test func `a pulse that is set in the commit with which it comes is heard`() {
            fixture.change { $0.tabs[1].toast.value = "old" }
            let old = scene.state
            fixture.change { $0.tabs = [] }
            let tokens = [false, true].map { replayingLast in
                scene.observePulse(\.tabs[1].toast, replayingLast: replayingLast) { [recorder] in recorder.note($0) }
            }
            fixture.change { $0 = old }
            #expect(recorder.entries.isEmpty, "it was set before the observation")
            fixture.change { $0.tabs = [] }
            fixture.change {
                $0.tabs = [Readings.Tab(), Readings.Tab()]
                $0.tabs[1].toast.value = "new"
            }
            #expect(recorder.entries == ["new", "new"])
            for token in tokens { token.cancel() }
        }

        @Test func `a sequence of values goes on after the value was gone`() async {
            var values = scene.values(\.log[1], buffering: .all).makeAsyncIterator()
            #expect(await values.next() == 2)
            fixture.change { $0.log = [] }
            fixture.change { $0.log = [5, 6] }
            #expect(await values.next() == 6)
        }

        // MARK: Children

        @Test func `the children of a value that goes away are stopped, and others are made when it comes back`() {
            scene.list(\.tabs[1].rows) { _, _ in ReadingsScene().scene }
            scene.present(\.tabs[1].sheet) { _, _ in ReadingsScene().scene }
            fixture.change {
                $0.tabs[1].rows = [Readings.Row(id: 1), Readings.Row(id: 2)]
                $0.tabs[1].sheet.present(1)
            }
            #expect(scene.children.count == 3)
            let row = scene.child(of: \.tabs[1].rows, 1, as: Readings.self)
            let tab = scene.state.tabs[1]
            fixture.change { $0.tabs.removeLast() }
            #expect(scene.children.isEmpty)
            #expect(row?.isStopped == true)
            #expect(scene.child(of: \.tabs[1].rows, 1, as: Readings.self) == nil)
            fixture.change { $0.tabs.append(tab) }
            #expect(scene.children.count == 3)
            #expect(scene.child(of: \.tabs[1].sheet, as: Readings.self)?.isStopped == false)
        }

        @Test func `changes of a list that goes away are not observed`() {
            let token = scene.observeChanges(of: \.tabs[1].rows, initially: false) { [recorder] changes in
                recorder.note("\(changes.list.count)")
            }
            fixture.change { $0.tabs.removeLast() }
            #expect(recorder.entries.isEmpty)
            fixture.change { $0.tabs.append(Readings.Tab(rows: [Readings.Row(id: 1)])) }
            #expect(recorder.entries == ["1"])
            token.cancel()
        }
    }
}
