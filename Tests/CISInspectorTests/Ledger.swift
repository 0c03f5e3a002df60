import CIS
import CISInspector
import CISWorkers
import Foundation
import TestSupport

/// A scene whose types are `Codable`, with everything that a state can hold.
enum Ledger: SceneDefinition {
    enum Action: Sendable, Codable {
        case add(Int), save(Int), rename(String), fill, openSheet, closeSheet, signIn(String)
    }
    enum UseCase: Sendable, Codable { case save(Int) }
    enum Mutation: Sendable, Codable {
        case added(Int), saved(Int), removedLast, renamed(String), tagged(String, weight: Double), untagged
        case sheetShown, sheetClosed, signedIn(String), nothing
    }
    enum Output: Sendable, Codable { case saved(Int) }

    struct State: SceneState, Equatable, Codable {
        var total = 0
        var log: [Int] = []
        var name: String?
        var tags: [String: Double] = [:]
        var seen: Set<Int> = []
        var sheet = Presented<Note.State>()
        var token = ""
        @Secret var password = ""
        var domainState = NoDomainState()
        init() {}
        enum CodingKeys: CodingKey { case total, log, name, tags, seen, sheet, token, password }
    }
}

final class LedgerStore: Store {
    let publisher: StatePublisher<Ledger.State>
    let outputs = OutputPort<Ledger.Output>()
    private let worker: Bank

    init(_ state: Ledger.State, _ worker: Bank) {
        publisher = StatePublisher(state)
        self.worker = worker
    }

    nonisolated static func mutate(_ state: inout Ledger.State, by mutation: Ledger.Mutation) {
        switch mutation {
        case .added(let amount):
            state.total += amount
            state.log.append(amount)
            state.seen.insert(amount)
        case .saved(let amount): state.total = amount
        case .removedLast: _ = state.log.popLast()
        case .renamed(let name): state.name = name.isEmpty ? nil : name
        case .tagged(let tag, let weight): state.tags[tag] = weight
        case .untagged: state.tags = [:]
        case .sheetShown: state.sheet = Presented(Note.State())
        case .sheetClosed: state.sheet = Presented()
        case .signedIn(let password):
            state.password = password
            state.token = password
        case .nothing: break
        }
    }

    func sideEffects(of mutation: Ledger.Mutation, on state: Ledger.State) {
        worker.effects += 1
        if case .saved(let amount) = mutation {
            outputs.send(.saved(amount))
            execute(.tagged("saved", weight: Double(amount)))
        }
    }
}

@MainActor final class Bank {
    var effects = 0
    var gates: [Int: Gate] = [:]
}

final class LedgerController: Controller {
    private let store: LedgerStore
    private let bank: Bank

    init(_ store: LedgerStore, _ bank: Bank) {
        self.store = store
        self.bank = bank
    }

    func handle(_ action: Ledger.Action) async {
        switch action {
        case .add(let amount): store.execute(.added(amount))
        case .save(let amount):
            await bank.gates[amount]?.pass()
            store.execute(.saved(amount))
        case .rename(let name): store.execute(.renamed(name))
        case .fill: for amount in 0..<100 { store.execute(.added(amount)) }
        case .openSheet: store.execute(.sheetShown)
        case .closeSheet: store.execute(.sheetClosed)
        case .signIn(let password): store.execute(.signedIn(password))
        }
    }

    func policy(for action: Ledger.Action) -> ActionPolicy {
        if case .fill = action { .first } else { .concurrent }
    }
}

extension Ledger {
    @MainActor static func assemble(_ state: State = State(), bank: Bank = Bank()) -> SceneRuntime<Ledger> {
        let store = LedgerStore(state, bank)
        let scene = SceneRuntime<Ledger>(
            controller: LedgerController(store, bank), store: store, outputs: store.outputs)
        scene.present(\.sheet) { _, note in
            let child = Note.assemble(note)
            child.execute(.appeared)
            return child
        }
        return scene
    }
}

extension Ledger {
    /// Records two saves that overlap, of which the later one ends first.
    @MainActor static func recordedRace() async -> (scene: SceneRuntime<Ledger>, recorder: Recorder) {
        let bank = Bank()
        bank.gates = [1: Gate(), 2: Gate()]
        let scene = assemble(bank: bank)
        let recorder = Recorder()
        recorder.record(scene)
        let saves = [1, 2].map { (amount: $0, action: scene.execute(.save($0))) }
        for save in saves { await bank.gates[save.amount]?.reached() }
        for save in saves.reversed() {
            bank.gates[save.amount]?.open()
            await save.action.value
        }
        return (scene, recorder)
    }
}

/// A scene whose types are not `Codable`.
enum Note: SceneDefinition {
    enum Action: Sendable { case appeared, typed(String, at: Int) }
    typealias UseCase = Never
    enum Mutation: Sendable { case showed(Date), typed(String, [Line]) }
    struct Line: Sendable, Equatable, Codable { var text: String }
    struct State: SceneState, Equatable, Codable {
        var lines: [Line] = []
        var hasAppeared = false
        @Secret var pin = "1234"
        var domainState = NoDomainState()
        init() {}
        enum CodingKeys: CodingKey { case lines, hasAppeared, pin }
    }

    final class NoteStore: Store {
        let publisher: StatePublisher<State>
        init(_ state: State) { publisher = StatePublisher(state) }
        nonisolated static func mutate(_ state: inout State, by mutation: Mutation) {
            switch mutation {
            case .showed: state.hasAppeared = true
            case .typed(_, let lines): state.lines = lines
            }
        }
    }

    final class NoteController: Controller {
        let store: NoteStore
        init(_ store: NoteStore) { self.store = store }
        func handle(_ action: Action) async {
            switch action {
            case .appeared: store.execute(.showed(Date(timeIntervalSinceReferenceDate: 0)))
            case .typed(let text, _): store.execute(.typed(text, [Line(text: text)]))
            }
        }
    }

    @MainActor static func assemble(_ state: State = State()) -> SceneRuntime<Note> {
        let store = NoteStore(state)
        return SceneRuntime(controller: NoteController(store), store: store)
    }
}
