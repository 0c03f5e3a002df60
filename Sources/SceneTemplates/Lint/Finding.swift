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
        /// A controller that reaches the outside without a use case.
        case controllerHoldsWorker = "controller-holds-worker"
        /// An interactor that sees more than the domain state.
        case interactorTouchesViewState = "interactor-touches-view-state"
        /// Work of an interactor that its action neither waits for nor cancels.
        case interactorStartsTask = "interactor-starts-task"
        /// A mutation made of what was read before an await.
        case staleWrite = "stale-write"
        /// A store that runs use cases.
        case storeHoldsInteractor = "store-holds-interactor"
        /// A mutation that could reach a worker.
        case mutationNotStatic = "mutation-not-static"
        /// A mutation that does not depend on its arguments alone, or does more than change the state.
        case mutationNotPure = "mutation-not-pure"
        /// A function that was meant to be one that the library calls.
        case neverCalled = "never-called"
        /// An output that another part than the store sends.
        case outputNotFromStore = "output-not-from-store"
        /// A state that others than the store can change.
        case stateSettable = "state-settable"
        /// A worker that cannot be used from several tasks.
        case workerNotSendable = "worker-not-sendable"
        /// A function of a worker that may run on the main actor.
        case workerNotConcurrent = "worker-not-concurrent"
        /// A front end's framework where scenes are.
        case userInterfaceImport = "ui-import"
        /// An action that no test mentions.
        case actionNotTested = "action-not-tested"
        /// A part that is missing, or not where the template has it.
        case structure
    }

    /// In the form that editors know from compilers.
    package var text: String { "\(path):\(line): warning: \(message) [\(rule.rawValue)]" }
}

extension Finding {
    /// - Parameter token: Of the file: the finding is on its line.
    init(_ rule: Rule, _ file: SourceFile, _ token: Int, _ message: String) {
        self.init(path: file.path, line: file.source.line(of: token), rule: rule, message: message)
    }
}
