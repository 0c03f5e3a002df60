import CIS

/// A scene with a field of each kind that observation treats differently. Its mutations carry their bodies.
enum Fields: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never

    struct Mutation: Sendable {
        let body: @Sendable (inout State) -> Void
    }

    struct State: SceneState {
        var flag = false
        var small: UInt16 = 0
        var medium: Int32 = 0
        var large = 0
        var real = 0.0
        var wide = Wide()
        var choice = Choice.first
        var optional: Int?
        var text = ""
        var numbers: [Int] = [0]
        var name = Name("")
        var payload = Payload.none
        var table: [String: Int] = [:]
        var object = Reference.first
        var uncomparable = Uncomparable()
        var held: LifetimeProbe?
        var domainState = DomainState()

        var sum: Int { large + Int(medium) }

        subscript(row row: Int) -> Int { numbers.first ?? row }

        struct DomainState: Sendable {
            var total = 0
            var items: [Int] = []
        }
    }

    /// Larger than a machine word.
    struct Wide: Sendable, Equatable {
        var low = 0
        var high = 0
    }

    enum Choice: Sendable {
        case first
        case second
    }

    /// Equal regardless of case: bits differ where values do not.
    struct Name: Sendable, Equatable {
        let code: UInt32

        init(_ text: String) {
            code = text.unicodeScalars.first?.value ?? 0
        }

        static func == (lhs: Name, rhs: Name) -> Bool {
            lhs.code | 0x20 == rhs.code | 0x20
        }
    }

    enum Payload: Sendable, Equatable {
        case none
        case number(Int)
        case text(String)
    }

    /// Compared by reference.
    final class Reference: Sendable {
        static let first = Reference()
        static let second = Reference()
    }

    /// Has no `==`.
    struct Uncomparable: Sendable {
        var value = 0
    }
}

@MainActor
final class FieldsStore: Store {
    let publisher = StatePublisher(Fields.State())

    nonisolated static func mutate(_ state: inout Fields.State, by mutation: Fields.Mutation) {
        mutation.body(&state)
    }

    /// Executes a mutation with a body.
    func change(_ body: @escaping @Sendable (inout Fields.State) -> Void) {
        execute(Fields.Mutation(body: body))
    }
}

/// A fields scene with its store.
@MainActor
struct FieldsScene {
    let store: FieldsStore
    let runtime: SceneRuntime<Fields>

    init() {
        let store = FieldsStore()
        self.store = store
        runtime = SceneRuntime(controller: IdleController(), store: store)
    }
}
