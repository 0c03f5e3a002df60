import CIS
import Testing

/// A value that declares children has one set of children, however often the children are declared.
@MainActor
@Suite struct `Declaring children a second time` {
    private let fixture = ScreenFixture()

    private func expectReport(naming field: String, line: UInt) {
        let reports = fixture.reports.all
        #expect(reports.count == 1)
        #expect(reports.first?.isMisuse == true)
        #expect(reports.first?.description.contains("The children of \(field) are declared a second time") == true)
        #expect(reports.first?.scene?.name == "Screen")
        #expect(reports.first?.callSite?.description == "\(#fileID):\(line)")
    }

    @Test func `a sheet keeps one child, and the second declaration is reported with its place`() {
        let root = fixture.assemble()
        let line: UInt = #line + 1
        root.present(\.sheet) { [fixture] _, route in
            fixture.assemble(route)
        } onOutput: { _, _ in
        }
        expectReport(naming: "sheet", line: line)
        fixture.change { $0.sheet.present("a") }
        #expect(root.children.count == 1)
    }

    @Test func `a stack keeps one child for each screen, and the second declaration is reported with its place`() {
        let root = fixture.assemble()
        root.stack(\.stack) { [fixture] _, element in fixture.assemble(element.route) }
        expectReport(naming: "stack", line: #line - 1)
        fixture.change { $0.stack.push(["a", "b"]) }
        #expect(root.children.count == 2)
    }

    @Test func `a second declaration beside an existing child makes no other`() {
        let root = fixture.assemble()
        fixture.change { $0.sheet.present("a") }
        let child = root.children.first
        root.present(\.sheet) { [fixture] _, route in fixture.assemble(route) }
        expectReport(naming: "sheet", line: #line - 1)
        #expect(root.children.count == 1 && root.children.first === child)
    }

    @Test func `a list keeps one child for each item, and the second declaration is reported with its place`() {
        let reports = ReportLog()
        let scene = DiagnosticReporter.$current.withValue(reports.reporter) { PlainList.assemble() }
        scene.list(\.rows) { _, _ in PlainList.assemble() }
        #expect(reports.all.isEmpty)
        scene.list(\.rows) { _, _ in PlainList.assemble() }
        #expect(reports.all.map { $0.callSite?.description } == ["\(#fileID):\(#line - 1)"])
        #expect(scene.children.count == 2)
    }

    @Test func `two values of one type have each their declaration, and nothing is reported`() {
        let reports = ReportLog()
        let scene = DiagnosticReporter.$current.withValue(reports.reporter) { PlainList.assemble() }
        scene.list(\.rows) { _, _ in PlainList.assemble() }
        scene.list(\.others) { _, _ in PlainList.assemble() }
        #expect(reports.all.isEmpty)
        #expect(scene.children.count == 3)
    }
}

/// A scene with two lists and nothing to do.
private enum PlainList: SceneDefinition {
    enum Action: Sendable {}
    enum Mutation: Sendable {}

    struct Item: Sendable, Identifiable { let id: Int }

    struct State: SceneState {
        var rows: SceneList<Item> = [Item(id: 1), Item(id: 2)]
        var others: SceneList<Item> = [Item(id: 1)]
    }

    @MainActor
    static func assemble() -> SceneRuntime<PlainList> {
        let store = PlainStore(State())
        return SceneRuntime(controller: PlainController(store: store), store: store)
    }
}

private final class PlainController: SceneController<PlainList>, Controller {
    func handle(_ action: PlainList.Action) async {}
}

private final class PlainStore: SceneStore<PlainList>, Store {
    nonisolated static func mutate(_ state: inout PlainList.State, by mutation: PlainList.Mutation) {}
}
