import CIS
import MoviesGTK
import Testing

/// A list whose changes a front end follows.
private enum Letters: SceneDefinition {
    struct Letter: Sendable, Equatable, Identifiable {
        let id: Int
        var text = ""
    }
    enum Action: Sendable { case change(@Sendable (inout SceneList<Letter>) -> Void) }
    typealias Mutation = Action
    struct State: SceneState { var letters: SceneList<Letter> = [] }
}

private final class LettersController: SceneController<Letters>, Controller {
    func handle(_ action: Letters.Action) async { store.execute(action) }
}

private final class LettersStore: SceneStore<Letters>, Store {
    nonisolated static func mutate(_ state: inout Letters.State, by mutation: Letters.Mutation) {
        if case .change(let change) = mutation { change(&state.letters) }
    }
}

/// MV-20: the changes that the list view receives when films have changed.
@MainActor @Suite struct ListSplicesTests {
    private let scene: SceneRuntime<Letters> = {
        let store = LettersStore(Letters.State(), worker: ())
        return SceneRuntime(controller: LettersController(store: store), store: store)
    }()

    /// Returns the changes that the list view receives when the list 0 … 9 is changed.
    private func told(_ change: @escaping @Sendable (inout SceneList<Letters.Letter>) -> Void) async
        -> (splices: [ListSplice<Int>]?, replaced: Set<Int>)
    {
        await scene.execute(.change { $0.append(contentsOf: (0..<10).map { Letters.Letter(id: $0) }) }).value
        var told: (splices: [ListSplice<Int>]?, replaced: Set<Int>) = ([], [])
        let token = scene.observeChanges(of: \.letters, initially: false) { told = ($0.splices, $0.replaced) }
        await scene.execute(.change(change)).value
        withExtendedLifetime(token) {}
        return told
    }

    @Test func `a page that comes is one change, and so is one that goes`() async {
        let more = await told { $0.append(contentsOf: (10..<30).map { Letters.Letter(id: $0) }) }
        #expect(more.splices == [ListSplice(position: 10, inserted: Array(10..<30))] && more.replaced.isEmpty)
        let fewer = await told { list in for id in 10..<30 { list.remove(id) } }
        #expect(fewer.splices == [ListSplice(position: 10, removed: 20)])
    }

    @Test func `an item that was replaced stays in its place`() async {
        let told = await told { $0.update(3) { $0.text = "new" } }
        #expect(told.splices == [] && told.replaced == [3])
    }

    @Test func `a list that begins anew has to be read`() async {
        #expect(await told { $0.removeAll() }.splices == nil)
    }

    @Test func `after 10,000 changes of any kind the list view has the ids of the list`() async throws {
        var shown: [Int] = []
        scene.observeChanges(of: \.letters, on: scene) { _, changes in
            guard let splices = changes.splices else { return shown = changes.list.ids }
            for splice in splices {
                shown.replaceSubrange(splice.position..<splice.position + splice.removed, with: splice.inserted)
            }
        }
        var random = SplitMix(seed: 20)
        for round in 0..<2_000 {
            let choices = (0..<5).map { _ in (random.next(6), random.next(40), random.next(40)) }
            await scene.execute(
                .change { list in
                    for (kind, id, offset) in choices {
                        switch kind {
                        case 0, 1: list.insert(Letters.Letter(id: id), at: offset)
                        case 2: list.remove(id)
                        case 3: list.move(id, to: offset)
                        case 4: list.update(id) { $0.text = "\(offset)" }
                        default: if offset == 0 { list.removeAll() }
                        }
                    }
                }
            ).value
            try #require(shown == scene.state.letters.ids, "round \(round)")
        }
    }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ limit: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % limit)
    }
}
