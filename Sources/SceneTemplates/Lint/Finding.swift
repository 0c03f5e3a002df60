/// What a scene should not do, and where it does it.
package struct Finding: Equatable, Sendable {
    /// Relative to the package.
    package let path: String
    /// Counted from 1.
    package let line: Int
    package let rule: Rule
    package let message: String

    /// What is looked for.
    package enum Rule: String, CaseIterable, Sendable {
        /// A controller that can read what it should only write.
        case controllerReadsState = "controller-reads-state"
        /// An interactor that sees more than the domain state.
        case interactorTouchesViewState = "interactor-touches-view-state"
        /// A front end's framework where scenes are.
        case userInterfaceImport = "ui-import"
        /// A mutation that could reach a worker.
        case mutationNotStatic = "mutation-not-static"
        /// A worker that cannot be used from several tasks.
        case workerNotSendable = "worker-not-sendable"
        /// An action that no test mentions.
        case actionNotTested = "action-not-tested"
        /// A part that is missing, or not where the template has it.
        case structure
    }

    /// In the form that editors know from compilers.
    package var text: String { "\(path):\(line): warning: \(message) [\(rule.rawValue)]" }
}
