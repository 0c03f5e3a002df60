import CIS

/// A sample scene whose runtime a test can release while it keeps the store and the reports.
@MainActor
final class ReleasableSample {
    private var sample: SampleScene?
    let store: SampleStore
    let outputs: OutputPort<Sample.Output>
    let reports: ReportLog

    init(_ state: Sample.State = Sample.State()) {
        let sample = SampleScene(state)
        self.sample = sample
        store = sample.store
        outputs = sample.outputs
        reports = sample.reports
    }

    /// The runtime, until it is released.
    var runtime: SceneRuntime<Sample>? { sample?.runtime }

    /// Executes an action with a body. A released scene executes nothing.
    @discardableResult
    func perform(
        _ name: String = "perform", _ body: @escaping @MainActor @Sendable (SampleController) async -> Void
    ) -> Task<Void, Never> {
        sample?.perform(name, body) ?? Task {}
    }

    /// Releases the runtime, which has no other owner.
    func release() {
        sample = nil
    }
}
