/// A violation of a rule, and its place.
package struct Finding: Equatable, Sendable {
    /// The path of the file, relative to the package.
    package let path: String
    /// The line, counted from 1.
    package let line: Int
    package let rule: Rule
    package let message: String

    /// A rule for scenes. Each case describes a violation.
    package enum Rule: String, CaseIterable, Sendable {
        /// A controller that can read what it should only write.
        case controllerReadsState = "controller-reads-state"
        /// A controller that knows a worker, instead of executing a use case.
        case controllerHoldsWorker = "controller-holds-worker"
        /// An interactor that sees more than the domain state.
        case interactorTouchesViewState = "interactor-touches-view-state"
        /// A task of an interactor that its action neither waits for nor cancels.
        case interactorStartsTask = "interactor-starts-task"
        /// A mutation with a value that was read before an `await`.
        case staleWrite = "stale-write"
        /// A closure of a scene that keeps the scene.
        case capturesScene = "captures-scene"
        /// A store that knows an interactor or a controller.
        case storeHoldsInteractor = "store-holds-interactor"
        /// A mutation that could reach a worker.
        case mutationNotStatic = "mutation-not-static"
        /// A mutation that depends on more than its arguments, or does more than change the state.
        case mutationNotPure = "mutation-not-pure"
        /// A function with nearly the name of one that the library calls.
        case neverCalled = "never-called"
        /// An output that is not sent by the store.
        case outputNotFromStore = "output-not-from-store"
        /// A state that not only the store can change.
        case stateSettable = "state-settable"
        /// A worker that cannot be used from several tasks.
        case workerNotSendable = "worker-not-sendable"
        /// A function of a worker that may run on the main actor.
        case workerNotConcurrent = "worker-not-concurrent"
        /// A user interface framework in a target that contains scenes.
        case userInterfaceImport = "ui-import"
        /// An action that no test mentions.
        case actionNotTested = "action-not-tested"
        /// A part that is missing, or not in its own file.
        case structure
    }

    /// The finding in the form of a compiler warning.
    package var text: String { "\(path):\(line): warning: \(message) [\(rule.rawValue)]" }
}

extension SourceText {
    /// Returns a finding on the line of a token.
    func finding(_ rule: Finding.Rule, at token: Int, _ message: String) -> Finding {
        Finding(path: path, line: line(of: token), rule: rule, message: message)
    }

    /// Reports each token for which there is a message.
    func findings(_ rule: Finding.Rule, in range: Range<Int>, _ message: (Int) -> String?) -> [Finding] {
        range.compactMap { token in message(token).map { finding(rule, at: token, $0) } }
    }
}
