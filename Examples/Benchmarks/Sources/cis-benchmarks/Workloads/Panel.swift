import CIS
import Observation

/// A scene with many fields, of which a screen draws some.
enum Panel: SceneDefinition {
    enum Action: Sendable {}
    enum UseCase: Sendable {}
    enum Mutation: Sendable { case tick(Int), set(Int), setText(String) }

    struct Row: Sendable, Equatable {
        var title: String
        var number: Int
    }

    struct State: SceneState {
        var ticks = 0
        var f0 = 0
        var f1 = 0
        var f2 = 0
        var f3 = 0
        var f4 = 0
        var f5 = 0
        var f6 = 0
        var f7 = 0
        var f8 = 0
        var f9 = 0
        var f10 = 0
        var f11 = 0
        var f12 = 0
        var f13 = 0
        var f14 = 0
        var f15 = 0
        var f16 = 0
        var f17 = 0
        var f18 = 0
        var f19 = 0
        var t0 = panelText
        var t1 = panelText
        var t2 = panelText
        var t3 = panelText
        var t4 = panelText
        var t5 = panelText
        var t6 = panelText
        var a0 = panelNumbers
        var a1 = panelNumbers
        var a2 = panelNumbers
        var a3 = panelNumbers
        var a4 = panelNumbers
        var a5 = panelNumbers
        var a6 = panelNumbers
        var r0 = panelRow
        var r1 = panelRow
        var r2 = panelRow
        var r3 = panelRow
        var r4 = panelRow
        var r5 = panelRow
        var domainState: Int { ticks }

        init() {}
    }
}

@inline(never) private func makeText() -> String { "a text that is longer than fifteen bytes" }
private let panelText = makeText()
private let panelNumbers = [1, 2, 3]
private let panelRow = Panel.Row(title: panelText, number: 1)

@MainActor
final class PanelStore: Store {
    let publisher = StatePublisher(Panel.State())

    nonisolated static func mutate(_ state: inout Panel.State, by mutation: Panel.Mutation) {
        switch mutation {
        case .tick(let number): state.ticks = number
        case .set(let number): state.f3 = number
        case .setText(let text): state.t3 = text
        }
    }
}

@MainActor
final class PanelController: Controller {
    func handle(_ action: Panel.Action) async {}
}

extension Panel {
    @MainActor
    static func assemble() -> (scene: SceneRuntime<Panel>, store: PanelStore) {
        let store = PanelStore()
        return (SceneRuntime(controller: PanelController(), store: store), store)
    }

    @MainActor static let numbers: [KeyPath<State, Int>] = [
        \.f0, \.f1, \.f2, \.f3, \.f4, \.f5, \.f6, \.f7, \.f8, \.f9, \.f10, \.f11, \.f12, \.f13, \.f14, \.f15, \.f16,
        \.f17, \.f18, \.f19,
    ]
    @MainActor static let texts: [KeyPath<State, String>] = [\.t0, \.t1, \.t2, \.t3, \.t4, \.t5, \.t6]
    @MainActor static let arrays: [KeyPath<State, [Int]>] = [\.a0, \.a1, \.a2, \.a3, \.a4, \.a5, \.a6]
    @MainActor static let rows: [KeyPath<State, Row>] = [\.r0, \.r1, \.r2, \.r3, \.r4, \.r5]
}

/// The baseline: the same fields, in a class that the standard library's macro makes observable.
@MainActor
@Observable
final class PlainPanel {
    var ticks = 0
    var f0 = 0
    var f1 = 0
    var f2 = 0
    var f3 = 0
    var f4 = 0
    var f5 = 0
    var f6 = 0
    var f7 = 0
    var f8 = 0
    var f9 = 0
    var f10 = 0
    var f11 = 0
    var f12 = 0
    var f13 = 0
    var f14 = 0
    var f15 = 0
    var f16 = 0
    var f17 = 0
    var f18 = 0
    var f19 = 0
    var t0 = panelText
    var t1 = panelText
    var t2 = panelText
    var t3 = panelText
    var t4 = panelText
    var t5 = panelText
    var t6 = panelText
    var a0 = panelNumbers
    var a1 = panelNumbers
    var a2 = panelNumbers
    var a3 = panelNumbers
    var a4 = panelNumbers
    var a5 = panelNumbers
    var a6 = panelNumbers
    var r0 = panelRow
    var r1 = panelRow
    var r2 = panelRow
    var r3 = panelRow
    var r4 = panelRow
    var r5 = panelRow

    @inline(never)
    func readNumbers() -> Int {
        var sum = 0
        sum &+= f0
        sum &+= f1
        sum &+= f2
        sum &+= f3
        sum &+= f4
        sum &+= f5
        sum &+= f6
        sum &+= f7
        sum &+= f8
        sum &+= f9
        sum &+= f10
        sum &+= f11
        sum &+= f12
        sum &+= f13
        sum &+= f14
        sum &+= f15
        sum &+= f16
        sum &+= f17
        sum &+= f18
        sum &+= f19
        return sum
    }

    @inline(never)
    func readOthers() -> Int {
        var sum = 0
        sum &+= t0.utf8.count
        sum &+= t1.utf8.count
        sum &+= t2.utf8.count
        sum &+= t3.utf8.count
        sum &+= t4.utf8.count
        sum &+= t5.utf8.count
        sum &+= t6.utf8.count
        sum &+= a0.count
        sum &+= a1.count
        sum &+= a2.count
        sum &+= a3.count
        sum &+= a4.count
        sum &+= a5.count
        sum &+= a6.count
        sum &+= r0.number
        sum &+= r1.number
        sum &+= r2.number
        sum &+= r3.number
        sum &+= r4.number
        sum &+= r5.number
        return sum
    }
}

extension SceneRuntime<Panel> {
    @inline(never)
    func readNumbers() -> Int {
        var sum = 0
        for field in Panel.numbers { sum &+= observed(field) }
        return sum
    }

    @inline(never)
    func readOthers() -> Int {
        var sum = 0
        for field in Panel.texts { sum &+= observed(field).utf8.count }
        for field in Panel.arrays { sum &+= observed(field).count }
        for field in Panel.rows { sum &+= observed(field).number }
        return sum
    }
}
