import Foundation

/// A file of a scene.
package enum SceneComponent: String, CaseIterable, Sendable {
    /// `X.swift`: the vocabulary.
    case scene
    case controller, interactor, store, worker, assembly
    /// The view, in the front end's target.
    case view
    /// `XWorkerDouble.swift`, in the test target.
    case double
    /// The tests and their fixture.
    case tests

    /// The parts of the scene itself, without view and tests.
    static let parts: [SceneComponent] = [.scene, .controller, .interactor, .store, .worker, .assembly]

    /// The suffix of the part's file and type: `XController`.
    var suffix: String {
        switch self {
        case .scene, .view, .tests: ""
        case .controller, .interactor, .store, .worker, .assembly: rawValue.capitalized
        case .double: "WorkerDouble"
        }
    }

    /// The parts that its text names.
    func needs(_ frontEnd: FrontEnd) -> Set<SceneComponent> {
        switch self {
        case .worker: []
        case .scene, .double: [.worker]
        case .controller, .interactor, .store: [.scene]
        case .assembly: [.scene, .controller, .interactor, .store]
        case .view: frontEnd == .swiftui ? [.scene, .assembly] : [.scene]
        case .tests: [.scene, .assembly, .double]
        }
    }
}
