import CIS
import CISInspector
import Foundation
import TestSupport
import Testing

/// "Replayed states equal the recorded ones, commit by commit", over random trees of scenes and random schedules.
extension `I1 exact` {
    @Test func `each scene of a random tree is replayed to the states that it had`() async throws {
        var scenes = 0
        let seeds = seeds(repetitions(1000, atLeast: 25), for: "I1 law")
        for seed in seeds {
            let world = NodeWorld(seed: seed)
            let recorder = Recorder(keeping: .init(events: Bool.random(using: &world.dice) ? 10_000 : 30))
            let root = Node.assemble(Node.State(id: 0), world)
            recorder.record(root)
            await world.live(root)
            let recording = try await recorder.recording()
            #expect(recording.problems == [] && recorder.notReplayable == [], "CIS_SEED=\(seed)")
            for scene in recording.scenes {
                let replay = try Replay(recording, of: NodeStore.self, scene: scene.scene)
                #expect(replay.firstDivergence()?.description == nil, "CIS_SEED=\(seed)")
                var state = replay.initial
                let states = replay.steps.map { step in
                    NodeStore.mutate(&state, by: step.mutation)
                    return state.json
                }
                // Of a folded scene, the last states are there.
                let expected = world.states[state.id, default: []]
                #expect(states == Array(expected.suffix(states.count)), "CIS_SEED=\(seed)")
                #expect(states.count == expected.count || recording.header.folded > 0, "CIS_SEED=\(seed)")
                scenes += 1
            }
            #expect(recording.scenes.count == world.lastOpened + 1 || recording.header.folded > 0, "CIS_SEED=\(seed)")
        }
        #expect(scenes > 25 || seeds.count == 1)
    }
}

/// The states that the scenes of a random tree had, by their ids, and the actions that wait for their turn.
@MainActor
private final class NodeWorld {
    var dice: Dice
    var states: [Int: [String?]] = [:]
    /// The number of scenes below the first one. It is the id of the last one.
    var lastOpened = 0
    private var lastID = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var actions: [Task<Void, Never>] = []
    private var isEnding = false

    init(seed: UInt64) {
        dice = Dice(seed: seed)
    }

    func pass() async {
        if !isEnding { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Takes random steps, then lets everything finish.
    func live(_ root: SceneRuntime<Node>) async {
        for _ in 0..<Int.random(in: 2...20, using: &dice) {
            if Bool.random(using: &dice) { resumeAny() } else { execute(in: root) }
            await mainQueueTurn()
        }
        isEnding = true
        while !waiting.isEmpty { resumeAny() }
        for action in actions { await action.value }
    }

    private func execute(in root: SceneRuntime<Node>) {
        let node = nodes(from: root).randomElement(using: &dice)
        if let action = node?.execute(action()) { actions.append(action) }
    }

    private func resumeAny() {
        guard let index = waiting.indices.randomElement(using: &dice) else { return }
        waiting.remove(at: index).resume()
    }

    private func nodes(from node: SceneRuntime<Node>) -> [SceneRuntime<Node>] {
        [node] + node.children.compactMap { $0 as? SceneRuntime<Node> }.flatMap { nodes(from: $0) }
    }

    private func action() -> Node.Action {
        .work((0..<Int.random(in: 1...4, using: &dice)).map { _ in step() }, first: .random(using: &dice))
    }

    private func step() -> Node.Step {
        let number = Int.random(in: 0...5, using: &dice)
        let texts = ["", "a/~b", "\"\\\n\u{1}", "\u{E9}", "e\u{301}", "\u{301}x"]
        let weights = [0.1, -0.0, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude]
        lastID += 1
        let mutations: [Node.Mutation] = [
            .added(number), .wrote(texts[number]), .weighed(texts[number], weights[number]), .opened(lastID),
            .closed(number), .moved(number), .presented(lastID), .dismissed,
        ]
        return .init(waits: Bool.random(using: &dice), mutation: mutations[Int.random(in: 0..<8, using: &dice)])
    }
}

/// A scene that has scenes of the same kind in a list and in a sheet.
private enum Node: SceneDefinition {
    struct Step: Sendable, Codable {
        var waits: Bool
        var mutation: Mutation
    }
    enum Action: Sendable, Codable { case work([Step], first: Bool) }
    typealias UseCase = Never
    enum Mutation: Sendable, Codable {
        case added(Int), wrote(String), weighed(String, Double)
        case opened(Int), closed(Int), moved(Int), presented(Int), dismissed
    }
    struct Row: Sendable, Equatable, Codable, Identifiable { var id: Int }
    struct State: SceneState, Equatable, Codable {
        var id: Int
        var numbers: [Int] = []
        var text = ""
        var weights: [String: Double] = [:]
        var rows = SceneList<Row>()
        var sheet = Presented<Int>()
        var domainState = NoDomainState()
        init(id: Int) { self.id = id }
        enum CodingKeys: CodingKey { case id, numbers, text, weights, rows, sheet }

        /// Not compared as a value, because two presentations of the same value differ.
        var json: String? {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @MainActor static func assemble(_ state: State, _ world: NodeWorld) -> SceneRuntime<Node> {
        let store = NodeStore(state, world)
        let scene = SceneRuntime<Node>(controller: NodeController(store, world), store: store)
        scene.list(\.rows) { _, row in
            world.lastOpened += 1
            return assemble(State(id: row.id), world)
        }
        scene.present(\.sheet) { _, id in
            world.lastOpened += 1
            return assemble(State(id: id), world)
        }
        return scene
    }
}

private final class NodeStore: Store {
    let publisher: StatePublisher<Node.State>
    private let world: NodeWorld

    init(_ state: Node.State, _ world: NodeWorld) {
        publisher = StatePublisher(state)
        self.world = world
    }

    nonisolated static func mutate(_ state: inout Node.State, by mutation: Node.Mutation) {
        switch mutation {
        case .added(let number): state.numbers.append(number)
        case .wrote(let text): state.text = text
        case .weighed(let name, let weight): state.weights[name] = weight
        case .opened(let id): state.rows.append(Node.Row(id: id))
        case .closed(let number): if number < state.rows.count { state.rows.remove(atOffsets: [number]) }
        case .moved(let number): if number < state.rows.count { state.rows.move(state.rows[number].id, to: 0) }
        case .presented(let id): state.sheet.present(id)
        case .dismissed: state.sheet.dismiss()
        }
    }

    func sideEffects(of mutation: Node.Mutation, on state: Node.State) {
        world.states[state.id, default: []].append(state.json)
    }
}

private final class NodeController: Controller {
    private let store: NodeStore
    private let world: NodeWorld

    init(_ store: NodeStore, _ world: NodeWorld) {
        self.store = store
        self.world = world
    }

    func handle(_ action: Node.Action) async {
        guard case .work(let steps, _) = action else { return }
        for step in steps {
            if step.waits { await world.pass() }
            store.execute(step.mutation)
        }
    }

    func policy(for action: Node.Action) -> ActionPolicy {
        if case .work(_, first: true) = action { .first } else { .concurrent }
    }
}
