import CIS

/// Weak references to the parts of a sample scene: what is left of it when it should be gone.
@MainActor
final class SurvivingParts {
    private weak var runtime: SceneRuntime<Sample>?
    private weak var controller: SampleController?
    private weak var interactor: AnyObject?
    private weak var store: SampleStore?
    private weak var publisher: StatePublisher<Sample.State>?
    private weak var outputs: OutputPort<Sample.Output>?

    /// Notes the parts of a scene. The controller and the interactor are known only to the scene, so an action tells.
    init(of sample: SampleScene) async {
        runtime = sample.runtime
        store = sample.store
        publisher = sample.store.publisher
        outputs = sample.outputs
        await sample.perform { [self] controller in
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
