/// A file of a scene.
package enum SceneComponent: String, CaseIterable, Sendable {
    /// `X.swift`: the vocabulary.
    case scene
    /// `XController.swift`
    case controller
    /// `XInteractor.swift`
    case interactor
    /// `XStore.swift`
    case store
    /// `XWorker.swift`
    case worker
    /// `XAssembly.swift`
    case assembly
    /// The view, in the front end's target.
    case view
    /// `XWorkerDouble.swift`, in the test target.
    case double
    /// The tests and their fixture.
    case tests

    /// The parts of the scene itself, without view and tests.
    package static let parts: [SceneComponent] = [.scene, .controller, .interactor, .store, .worker, .assembly]

    /// The suffix of the part's file and type.
    package var suffix: String {
        switch self {
        case .scene, .view, .tests: ""
        case .controller: "Controller"
        case .interactor: "Interactor"
        case .store: "Store"
        case .worker: "Worker"
        case .assembly: "Assembly"
        case .double: "WorkerDouble"
        }
    }

    /// The parts that its text names.
    func needs(_ frontEnd: SceneOptions.FrontEnd) -> Set<SceneComponent> {
        switch self {
        case .scene: [.worker]
        case .worker: []
        case .controller, .interactor, .store: [.scene]
        case .assembly: [.scene, .controller, .interactor, .store]
        case .view: frontEnd == .swiftui ? [.scene, .assembly] : [.scene]
        case .double: [.worker]
        case .tests: [.scene, .assembly, .double]
        }
    }
}
