import CIS

/// Weak references to the parts of a lab scene: what is left of it when it should be gone.
@MainActor
final class Remains {
    private weak var runtime: SceneRuntime<Lab>?
    private weak var controller: LabController?
    private weak var interactor: AnyObject?
    private weak var store: LabStore?
    private weak var publisher: StatePublisher<Lab.State>?
    private weak var outputs: OutputPort<Lab.Output>?

    /// Notes the parts of a scene. The controller and the interactor are known only to the scene, so an action tells.
    init(of lab: LabScene) async {
        runtime = lab.runtime
        store = lab.store
        publisher = lab.store.publisher
        outputs = lab.outputs
        await lab.perform { [self] controller in
            self.controller = controller
            interactor = controller.interactor
        }.value
    }

    /// The parts that are still alive.
    var alive: [String] {
        let parts: [(String, AnyObject?)] = [
            ("runtime", runtime), ("controller", controller), ("interactor", interactor), ("store", store),
            ("publisher", publisher), ("outputs", outputs),
        ]
        return parts.filter { $0.1 != nil }.map(\.0)
    }
}
