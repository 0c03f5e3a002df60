public import CIS

extension EmptyPage {
    /// Creates the parts and connects them. No other code knows all of them.
    @MainActor public static func assemble(_ state: State) -> SceneRuntime<EmptyPage> {
        let store = EmptyPageStore(state)
        return SceneRuntime(controller: EmptyPageController(store: store), store: store)
    }
}
