package import CIS

extension PlayerDetail {
    @MainActor package static func assemble(_ state: State) -> SceneRuntime<PlayerDetail> {
        let store = PlayerDetailStore(state)
        return SceneRuntime(controller: PlayerDetailController(store: store), store: store)
    }
}
