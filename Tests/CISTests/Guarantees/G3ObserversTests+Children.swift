import CIS
import Observation
import Testing

extension `G3 observers` {
    /// Edge case 52: the values that declare children compare equal, although the children are new.
    @MainActor
    @Suite struct `of children that are replaced` {
        typealias Change = @Sendable (inout Readings.State) -> Void

        /// A change that replaces children, after another one that makes them.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let before: Change
            let change: Change

            init(_ name: String, _ before: @escaping Change = { _ in }, change: @escaping Change) {
                testDescription = name
                self.before = before
                self.change = change
            }
        }

        private let fixture = ReadingsScene()
        private let recorder = Recorder<String>()
        private var scene: SceneRuntime<Readings> { fixture.scene }

        init() {
            fixture.declareChildren()
        }

        /// Returns how often an observer was called while something happened.
        private func calls(_ observe: (@escaping () -> Void) -> ObservationToken, when change: @escaping Change) -> Int
        {
            let count = Shared(0)
            let token = observe { count.value += 1 }
            fixture.change(change)
            token.cancel()
            return count.value
        }

        private func calls<Value: Equatable>(
            observing field: KeyPath<Readings.State, Value>, when change: @escaping Change
        ) -> Int {
            calls({ called in scene.observe(field, initially: false) { _ in called() } }, when: change)
        }

        private func told(when change: @escaping Change, reading read: (SceneRuntime<Readings>) -> Void) -> Int {
            fixture.told(reading: read) { fixture.change(change) }
        }

        // MARK: A stack

        nonisolated static let stacks = [
            Case("another stack with the same routes") {
                $0.path.push(1)
            } change: {
                $0.path = SceneStack([1])
            },
            Case("another state, and the same pushes") {
                $0.path.push(1)
            } change: {
                $0 = Readings.State()
                $0.path.push(1)
            },
            Case("popped and pushed") {
                $0.path.push(1)
            } change: {
                $0.path.popAll()
                $0.path.push(1)
            },
            Case("the top replaced by the same route") {
                $0.path.push(1)
            } change: {
                $0.path.replaceTop(with: 1)
            },
        ]

        @Test(arguments: stacks)
        func `of a stack, every observer and reader is told`(of example: Case) {
            fixture.change(example.before)
            #expect(calls(observing: \.path, when: example.change) == 1)
            #expect(calls(observing: \.path.elements, when: example.change) == 1)
            #expect(calls(observing: \.path.top, when: example.change) == 1)
            #expect(
                calls(
                    { called in scene.observe({ $0.path.top }, initially: false) { _ in called() } },
                    when: example.change) == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.path) } == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.path.elements) } == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.path.top) } == 1)
            let id = scene.state.path.top?.id ?? 0
            #expect(told(when: example.change) { _ = $0.child(of: \.path, id, as: Readings.self) } == 1)
        }

        // MARK: One child

        nonisolated static let sheets = [
            Case("presented over an equal presentation") {
                $0.sheet.present(1)
            } change: {
                $0.sheet = Presented(1)
            },
            Case("dismissed and presented") {
                $0.sheet.present(1)
            } change: {
                $0.sheet.dismiss()
                $0.sheet.present(1)
            },
            Case("another value presented over it") {
                $0.sheet.present(1)
            } change: {
                $0.sheet.present(2)
            },
            Case("another state, and the same presentation") {
                $0.sheet.present(1)
            } change: {
                $0 = Readings.State()
                $0.sheet.present(1)
            },
        ]

        @Test(arguments: sheets)
        func `of a presented value, every observer and reader is told`(of example: Case) {
            fixture.change(example.before)
            #expect(calls(observing: \.sheet, when: example.change) == 1)
            #expect(
                calls(
                    { called in scene.observe({ $0.sheet }, initially: false) { _ in called() } },
                    when: example.change) == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.sheet) } == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.sheet.isPresented) } == 1)
            #expect(told(when: example.change) { _ = $0.child(of: \.sheet, as: Readings.self) } == 1)
        }

        // MARK: A list

        nonisolated static let lists = [
            Case("another list with the same items") {
                $0.rows = SceneList(Array($0.rows))
            },
            Case("removed and appended") {
                let row = $0.rows.remove(2)
                if let row { $0.rows.append(row) }
            },
            Case("all removed and appended") {
                let rows = Array($0.rows)
                $0.rows.removeAll()
                $0.rows.append(contentsOf: rows)
            },
        ]

        @Test(arguments: lists)
        func `of a list, every observer and reader is told`(of example: Case) {
            #expect(calls(observing: \.rows, when: example.change) == 1)
            #expect(
                calls(
                    { called in scene.observeChanges(of: \.rows, initially: false) { _ in called() } },
                    when: example.change) == 1)
            #expect(told(when: example.change) { _ = $0.observed(\.rows) } == 1)
            #expect(told(when: example.change) { _ = $0.child(of: \.rows, 2, as: Readings.self) } == 1)
        }

        @Test func `nothing is told if no child is replaced`() {
            let saved = scene.state
            let changes: [Change] = [
                { $0.rows.replaceAll(with: Array($0.rows)) },
                { $0.other += 1 },
                { $0.sheet = Presented() },
                { $0.path = SceneStack() },
                {
                    $0.path.push(1)
                    $0.path.pop()
                },
            ]
            for change in changes {
                #expect(calls(observing: \.rows, when: change) == 0)
                #expect(calls(observing: \.sheet, when: change) == 0)
                #expect(told(when: change) { _ = $0.observed(\.rows) } == 0)
                #expect(told(when: change) { _ = $0.observed(\.sheet) } == 0)
                #expect(told(when: change) { _ = $0.child(of: \.sheet, as: Readings.self) } == 0)
                #expect(told(when: change) { _ = $0.child(of: \.rows, 2, as: Readings.self) } == 0)
            }
            withExtendedLifetime(saved) {}
        }

        // MARK: Inside another value

        @Test func `of a value inside another, every observer and reader is told`() {
            fixture.change {
                $0.navigation.sheet.present(1)
                $0.pages[0].path.push(1)
            }
            let change: Change = {
                $0.navigation.sheet = Presented(1)
                $0.pages[0].path = SceneStack([1])
            }
            #expect(calls(observing: \.navigation, when: change) == 1)
            #expect(calls(observing: \.pages, when: change) == 1)
            #expect(calls(observing: \.pages[0], when: change) == 1)
            #expect(
                calls(
                    { called in scene.observe({ Optional($0.navigation) }, initially: false) { _ in called() } },
                    when: change) == 1)
            #expect(told(when: change) { _ = $0.observed(\.navigation) } == 1)
            #expect(told(when: change) { _ = $0.observed(\.pages) } == 1)
            #expect(told(when: change) { _ = $0.child(of: \.navigation.sheet, as: Readings.self) } == 1)
        }

        @Test func `a sequence of values has a value for each replacement`() async {
            var values = scene.values(\.sheet, buffering: .all).makeAsyncIterator()
            #expect(await values.next()?.number == 0)
            fixture.change { $0.sheet = Presented(1) }
            fixture.change { $0.sheet = Presented(1) }
            // Ends the sequence.
            scene.stop()
            #expect(await values.next()?.number == 1)
            #expect(await values.next()?.number == 1)
            #expect(await values.next() == nil)
        }

        // MARK: Reading the child

        @Test func `a reader that reads again when it is told has the child that lives`() {
            fixture.change { $0.sheet.present(1) }
            let reader = ChildReader(scene)
            for change in Self.sheets.map(\.change) {
                fixture.change(change)
                #expect(reader.shown?.isStopped == false)
            }
            fixture.change { $0.sheet.dismiss() }
            #expect(reader.shown == nil)
            fixture.change { $0.sheet.present(1) }
            #expect(reader.shown?.isStopped == false)
        }

        @Test func `a reader of a child is not told of the changes of others`() {
            fixture.change { $0.sheet.present(1) }
            #expect(told(when: { $0.path.push(1) }, reading: { _ = $0.child(of: \.sheet, as: Readings.self) }) == 0)
            #expect(told(when: { $0.other = 1 }, reading: { _ = $0.child(of: \.sheet, as: Readings.self) }) == 0)
        }

        @Test func `a value that is another one at each read is reported where its children are declared`() {
            let line: UInt = #line + 1
            scene.present(\.madeSheet) { _, _ in ReadingsScene().scene }
            scene.present(\.sameSheet) { _, _ in ReadingsScene().scene }
            #expect(fixture.reports.all.map { $0.callSite?.line } == [line])
        }

        @Test func `for tests and replays, equal values stay equal`() {
            #expect(Presented(1) == Presented(1))
            #expect(SceneStack([1]) == SceneStack([1]))
            #expect(SceneList([Readings.Row(id: 1)]) == SceneList([Readings.Row(id: 1)]))
        }
    }
}

/// Reads the child of the sheet, again at once when it is told.
@MainActor
private final class ChildReader {
    private let scene: SceneRuntime<Readings>
    private(set) var shown: SceneRuntime<Readings>?

    init(_ scene: SceneRuntime<Readings>) {
        self.scene = scene
        read()
    }

    private func read() {
        withObservationTracking {
            shown = scene.child(of: \.sheet)
        } onChange: {
            MainActor.assumeIsolated { self.read() }
        }
    }
}
