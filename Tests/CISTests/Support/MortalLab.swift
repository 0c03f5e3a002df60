import CIS

/// A lab scene whose runtime a test can release while it keeps the store and the reports.
@MainActor
final class MortalLab {
    private var lab: LabScene?
    let store: LabStore
    let outputs: OutputPort<Lab.Output>
    let reports: ReportLog

    init(_ state: Lab.State = Lab.State()) {
        let lab = LabScene(state)
        self.lab = lab
        store = lab.store
        outputs = lab.outputs
        reports = lab.reports
    }

    /// The runtime, until it is released.
    var runtime: SceneRuntime<Lab>? { lab?.runtime }

    /// Executes an action with a body. A released scene executes nothing.
    @discardableResult
    func perform(
        _ name: String = "perform", _ body: @escaping @MainActor @Sendable (LabController) async -> Void
    ) -> Task<Void, Never> {
        lab?.perform(name, body) ?? Task {}
    }

    /// Lets go of the runtime, which nobody else holds.
    func release() {
        lab = nil
    }
}
