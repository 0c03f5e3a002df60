import CIS

/// Weak references to the parts of a sample scene. They show which parts survive its release.
@MainActor
final class SurvivingParts {
    private weak var runtime: SceneRuntime<Sample>?
    private weak var controller: SampleController?
    private weak var interactor: AnyObject?
    private weak var store: SampleStore?
    private weak var publisher: StatePublisher<Sample.State>?
    private weak var outputs: OutputPort<Sample.Output>?

    /// Stores the parts of a scene. Only the scene holds the controller and the interactor, so an action finds them.
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
