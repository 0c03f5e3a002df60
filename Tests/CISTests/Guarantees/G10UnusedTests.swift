import CIS
import Testing

/// A feature that is not used costs neither objects nor work.
extension `G10 cost` {
    @Test func `a scene that is not traced, tracked or snapshotted allocates nothing for these`() async {
        let sample = SampleScene()
        await sample.perform { controller in
            controller.store.execute(.add(1))
            await controller.interactor.execute(.perform { $0.store.execute(.addToTotal(1)) })
        }.value
        let unused = typeNames(reachableFrom: sample.store.publisher)
        #expect(!unused.contains { $0.contains("SceneEventEmitter") })
        #expect(!unused.contains { $0.contains("FieldTracker") })

        // The same search finds the objects once the feature is used, so the search works.
        let token = sample.runtime.attach(EventLog())
        _ = sample.runtime.observed(\.count)
        let used = typeNames(reachableFrom: sample.store.publisher)
        #expect(used.contains { $0.contains("SceneEventEmitter") })
        #expect(used.contains { $0.contains("FieldTracker") })
        token.cancel()
    }

    @Test func `actions and mutations are converted to text only if the text is read`() async {
        let texts = TextCount()
        let store = TextStore()
        let runtime = SceneRuntime<Text>(controller: TextController(store: store), store: store)
        for _ in 0..<10 { await runtime.execute(Text.Value(texts)).value }
        let token = runtime.attach(SilentObserver())
        for _ in 0..<10 { await runtime.execute(Text.Value(texts)).value }
        #expect(store.state.applied == 20)
        #expect(texts.count == 0)
        token.cancel()
    }

    @Test func `neither an action nor a mutation is kept after it is done`() async {
        let count = LiveCount()
        let store = ObjectSceneStore()
        let runtime = SceneRuntime<ObjectScene>(controller: IdleController<Never>(), store: store)
        store.execute(.pass(LifetimeProbe(count)))
        #expect(runtime.state.passed == 1)
        #expect(count.live == 0)

        let sample = SampleScene()
        await sample.runtime.execute(carrying(LifetimeProbe(count))).value
        #expect(count.live == 0)
        #expect(sample.store.state.count == 1)
    }

    private func carrying(_ probe: LifetimeProbe) -> Sample.Action {
        .perform { controller in
            withExtendedLifetime(probe) {}
            controller.store.execute(.add(1))
        }
    }

    /// The names of the types of all objects that can be reached.
    private func typeNames(reachableFrom root: AnyObject) -> Set<String> {
        var names: Set<String> = []
        var seen: Set<ObjectIdentifier> = []
        var open: [Mirror] = [Mirror(reflecting: root)]
        while let mirror = open.popLast() {
            if let superclass = mirror.superclassMirror { open.append(superclass) }
            for child in mirror.children {
                names.insert("\(type(of: child.value))")
                let inner = Mirror(reflecting: child.value)
                if inner.displayStyle == .class {
                    guard seen.insert(ObjectIdentifier(child.value as AnyObject)).inserted else { continue }
                    names.insert("\(inner.subjectType)")
                }
                open.append(inner)
            }
        }
        return names
    }
}

@MainActor
private final class TextCount {
    private(set) var count = 0

    nonisolated func add() {
        MainActor.assumeIsolated { count += 1 }
    }
}

/// A scene whose action and mutation count how often they are described.
private enum Text: SceneDefinition {
    typealias Action = Value
    typealias UseCase = Never
    typealias Mutation = Value

    struct Value: Sendable, CustomStringConvertible {
        private let texts: TextCount

        init(_ texts: TextCount) { self.texts = texts }

        var description: String {
            texts.add()
            return "value"
        }
    }

    struct State: SceneState {
        var applied = 0
        var domainState = DomainState()

        struct DomainState: Sendable {}
    }
}

@MainActor
private final class TextStore: Store {
    let publisher = StatePublisher(Text.State())

    nonisolated static func mutate(_ state: inout Text.State, by mutation: Text.Value) {
        state.applied += 1
    }
}

@MainActor
private final class TextController: Controller {
    private let store: any MutationReceiver<Text.Value>

    init(store: any MutationReceiver<Text.Value>) { self.store = store }

    func handle(_ action: Text.Value) async { store.execute(action) }
}
