import CIS

extension Workload {
    /// W6: making and releasing.
    static var scenes: [Workload] {
        [
            making("W6", "scene made and released", budget: 7, byteBudget: 340) { Tally.bare() },
            making("W6o", "scene made and released, one at a time", budget: nil, byteBudget: nil, isOneAtATime: true) {
                Tally.bare()
            },
            making("W6s", "store made and released", budget: 3, byteBudget: 160) { TallyStore() },
        ]
    }

    static func making(
        _ name: String, _ title: String, budget: Double?, byteBudget: Double?, isOneAtATime: Bool = false,
        make: @escaping () -> AnyObject
    ) -> Workload {
        Workload(name: name, title: title, operations: 100_000, budget: budget, byteBudget: byteBudget) { count in
            let makePlain: () -> AnyObject = { PlainTally() }
            let makeAndRelease = isOneAtATime ? makeAndReleaseInTurn : makeAndReleaseTogether
            return Contest(
                cis: { makeAndRelease(count, make) }, plain: { makeAndRelease(count, makePlain) },
                expected: count, make: make, makePlain: makePlain)
        }
    }

    /// All scenes exist at the same time; `live` in the report is their memory.
    @inline(never)
    private static func makeAndReleaseTogether(_ count: Int, _ make: () -> AnyObject) -> Int {
        var made: [AnyObject] = []
        made.reserveCapacity(count)
        for _ in 0..<count { made.append(make()) }
        return made.count
    }

    /// Each scene is released before the next is created, so the allocator reuses its memory.
    @inline(never)
    private static func makeAndReleaseInTurn(_ count: Int, _ make: () -> AnyObject) -> Int {
        var made = 0
        for _ in 0..<count { made += countOne(make()) }
        return made
    }

    @inline(never)
    private static func countOne(_ object: AnyObject) -> Int { 1 }
}

extension Tally {
    /// Creates a scene whose parts hold only what the pattern requires, and whose store no other code uses.
    @MainActor
    static func bare() -> SceneRuntime<Tally> {
        let store = TallyStore()
        let interactor = BareInteractor(store: store)
        return SceneRuntime(controller: BareController(interactor: interactor, store: store), store: store)
    }
}

@MainActor
private final class BareInteractor: Interactor {
    private let store: any DomainStore<Int, Tally.Mutation>
    init(store: any DomainStore<Int, Tally.Mutation>) { self.store = store }
    func perform(_ useCase: Tally.UseCase) async { store.execute(.set(store.domainState &+ 1)) }
}

@MainActor
private final class BareController: Controller {
    private let interactor: any Interactor<Tally.UseCase>
    private let store: any MutationReceiver<Tally.Mutation>

    init(interactor: any Interactor<Tally.UseCase>, store: any MutationReceiver<Tally.Mutation>) {
        self.interactor = interactor
        self.store = store
    }

    func handle(_ action: Tally.Action) async { await interactor.execute(.add) }
}
