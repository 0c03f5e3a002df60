public import CIS

extension TouristSpots {
    /// Creates the parts and connects them. No other code knows all of them: a front end gets only the runtime.
    ///
    /// TS-13: the front end owns the runtime, and no part below the runtime owns it. When the runtime is released, it cancels a
    /// fetch in progress.
    @MainActor public static func assemble(_ state: State = State(), worker: Worker) -> SceneRuntime<TouristSpots> {
        let store = TouristSpotsStore(state, worker: worker)
        let interactor = TouristSpotsInteractor(store: store, worker: worker)
        let controller = TouristSpotsController(interactor: interactor, store: store)
        let scene = SceneRuntime<TouristSpots>(controller: controller, store: store)
        scene.present(\.emptyPage) { _, page in
            EmptyPage.assemble(page)
        } onOutput: { scene, output in
            switch output {
            case .closed:
                scene.execute(.emptyPageClosed)
                scene.execute(.appeared)  // TS-02: also after a covering page has closed
            }
        }
        return scene
    }
}
