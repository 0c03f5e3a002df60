import CIS
import Observation

/// A scene with values that can go away, be replaced, be set once or differ from themselves. Its mutations carry their
/// bodies.
enum Readings: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    struct Mutation: Sendable {
        let body: @Sendable (inout State) -> Void
    }

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var title = ""
    }

    struct Person: Sendable, Equatable {
        var name: String
        var friends: [String] = []
    }

    struct Tab: Sendable, Equatable {
        var rows: SceneList<Row> = []
        var sheet = Presented<Int>()
        var toast = Pulse<String>("")
    }

    struct Navigation: Sendable, Equatable {
        var sheet = Presented<Int>()
        var path = SceneStack<Int>()
    }

    struct Price: Sendable, Equatable {
        var amount: Double
        var currency = "€"
    }

    struct Weight: Sendable, Equatable, Identifiable {
        let id: Int
        var value: Double
    }

    /// Too large to be stored inside an existential.
    struct Wide: Sendable, Equatable {
        var before = [0, 0, 0]
        var numbers = (1...5).map(Double.init)
        var text = "text"
        var list = [1, 2]
    }

    struct State: SceneState, Equatable {
        var log = [1, 2, 3]
        var person: Person? = Person(name: "Ada", friends: ["Bo"])
        var table = ["a": Person(name: "Ada")]
        var rows: SceneList<Row> = [Row(id: 1), Row(id: 2)]
        var tabs = [Tab(), Tab()]
        var sheet = Presented<Int>()
        var path = SceneStack<Int>()
        var navigation = Navigation()
        var pages: [Navigation] = [Navigation()]
        var toast = Pulse<String>("")
        var other = 0
        var wide: Wide?
        var number = 0.0
        var price = Price(amount: 0)
        var numbers = [0.0]
        var perhaps: Double?
        var weights: SceneList<Weight> = []
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {}

        /// Cannot be read if the log is short.
        var third: Int { log[2] }
        /// Cannot be read without a log.
        var last: Int { log[log.count - 1] }
        var someone: Person? { person }
        var firstTab: Tab? { tabs.first }
        /// Another presentation at each read.
        var madeSheet: Presented<Int> { Presented(other) }
        var sameSheet: Presented<Int> { sheet }
    }
}

extension [Int] {
    /// The number, if it is among these, otherwise 0.
    subscript(value number: Int) -> Int { contains(number) ? number : 0 }
}

/// Such a scene with its store. It follows all of its navigation values.
@MainActor
struct ReadingsScene {
    let store: ReadingsStore
    let scene: SceneRuntime<Readings>
    let reports = ReportLog()

    init() {
        let store = ReadingsStore()
        self.store = store
        scene = SceneRuntime(controller: IdleController(), store: store, diagnostics: reports.reporter)
    }

    /// Declares the children of all navigation values. `make` can also add the child by hand.
    func declareChildren(areAdded: Bool = false) {
        let make = { (parent: SceneRuntime<Readings>) -> any SceneNode in
            let child = ReadingsScene().scene
            if areAdded { parent.add(child) }
            return child
        }
        scene.present(\.sheet) { parent, _ in make(parent) }
        scene.stack(\.path) { parent, _ in make(parent) }
        scene.list(\.rows) { parent, _ in make(parent) }
        scene.present(\.navigation.sheet) { parent, _ in make(parent) }
        scene.stack(\.navigation.path) { parent, _ in make(parent) }
    }

    func change(_ body: @escaping @Sendable (inout Readings.State) -> Void) {
        store.execute(Readings.Mutation(body: body))
    }

    /// Returns how often a reader was told while something happened: at most once, because it does not read again.
    func told(reading read: (SceneRuntime<Readings>) -> Void, when happens: () -> Void) -> Int {
        let count = Shared(0)
        withObservationTracking {
            read(scene)
        } onChange: {
            MainActor.assumeIsolated { count.value += 1 }
        }
        happens()
        return count.value
    }
}

@MainActor
final class ReadingsStore: Store {
    let publisher = StatePublisher(Readings.State())

    nonisolated static func mutate(_ state: inout Readings.State, by mutation: Readings.Mutation) {
        mutation.body(&state)
    }
}
