import CIS
import TestSupport
import Testing

/// A read may be the last use of a scene. In a release build, the scene is then released right after it.
@MainActor
@Suite struct `A scene that is read last` {
    private enum Texts: SceneDefinition {
        typealias Action = Int
        typealias UseCase = Never
        typealias Mutation = Int
        struct State: SceneState {
            var texts: [String] = []
            var domainState: [String] { texts }
            var last: String { texts.last ?? "" }
        }

        final class TextStore: Store {
            let publisher = StatePublisher(State())
            nonisolated static func mutate(_ state: inout State, by mutation: Int) {
                state.texts.append("a text that does not fit into a word, number \(mutation)")
            }
        }

        final class TextController: Controller {
            let store: TextStore
            init(_ store: TextStore) { self.store = store }
            func handle(_ action: Int) async { store.execute(action) }
        }

        @MainActor static func scene() -> SceneRuntime<Texts> {
            let store = TextStore()
            for number in 0..<3 { store.execute(number) }
            return SceneRuntime(controller: TextController(store), store: store)
        }

        @MainActor static func store() -> TextStore {
            let store = TextStore()
            for number in 0..<3 { store.execute(number) }
            return store
        }
    }

    @inline(never) private func state() -> Texts.State { Texts.scene().state }
    @inline(never) private func texts() -> [String] { Texts.scene().observed(\.texts) }
    @inline(never) private func last() -> String { Texts.scene().observed(\.last) }
    @inline(never) private func stateOfStore() -> Texts.State { Texts.store().state }
    @inline(never) private func domainState() -> [String] { Texts.store().domainState }

    @Test func `the value is whole`() {
        for _ in 0..<100 {
            let expected = (0..<3).map { "a text that does not fit into a word, number \($0)" }
            #expect(state().texts == expected && texts() == expected && last() == expected[2])
            #expect(stateOfStore().texts == expected && domainState() == expected)
        }
    }
}
