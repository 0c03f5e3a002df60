import SceneTemplates
import Testing

/// Parents that were written by hand.
extension `A scene as a child` {
    private static let home = """
        import CIS

        enum Home: SceneDefinition {
            typealias Worker = any HomeWorker
            enum Action: Sendable { case appeared }
            enum Mutation: Sendable { case shown }
            struct State: SceneState {
                var isShown = false
            }

            @MainActor static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<Home> {
                let store = HomeStore(state, worker: worker)
                return SceneRuntime(controller: HomeController(store: store), store: store)
            }
        }

        protocol HomeWorker: AnyObject, Sendable {
        }

        final class HomeController: SceneController<Home>, Controller {
            func handle(_ action: Home.Action) async {
                switch action {
                case .appeared: store.execute(.shown)
                }
            }
        }

        final class HomeStore: SceneStore<Home>, Store {
            nonisolated static func mutate(_ state: inout Home.State, by mutation: Home.Mutation) {
                switch mutation {
                case .shown: state.isShown = true
                }
            }
        }

        """

    @Test func `is added to a parent without business rules, whose state has no domain state`() {
        let sandbox = Sandbox(["Sources/App/Home.swift": Self.home])
        let answer = sandbox.run("new-scene", "Movies", "--child-of", "Home")
        #expect(answer.code == 0, "\(answer.errors)")
        #expect(
            sandbox["Sources/App/Home.swift"].contains(
                """
                    struct State: SceneState {
                        /// The scenes of ``Movies``.
                        var presentedMovies = Presented<Movies.State>()
                        var isShown = false
                    }

                """))
    }

    @Test func `is not added to such a parent whose state is on one line`() {
        let state = "struct State: SceneState { var isShown = false }"
        let home = Self.home.replacing("struct State: SceneState {\n        var isShown = false\n    }", with: state)
        #expect(home.contains(state))
        let sandbox = Sandbox(["Sources/App/Home.swift": home])
        #expect(
            sandbox.run("new-scene", "Movies", "--child-of", "Home").errors.first
                == "error: The state of Home is on one line.")
    }
}
