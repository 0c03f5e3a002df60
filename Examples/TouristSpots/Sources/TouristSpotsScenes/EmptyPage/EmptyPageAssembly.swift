public import CIS

extension EmptyPage {
    /// The only place that sees all parts.
    @MainActor public static func assemble(_ state: State) -> SceneRuntime<EmptyPage> {
        let store = EmptyPageStore(state, worker: ())
        return SceneRuntime(controller: EmptyPageController(store: store), store: store)
    }
}
