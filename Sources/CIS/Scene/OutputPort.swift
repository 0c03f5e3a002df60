/// Where a scene tells its parent what the parent should know: typed, synchronous, from child to parent.
///
/// The port belongs to the child; it holds the parent weakly. The child's store sends, as a side effect of a mutation; its
/// runtime is where the parent connects.
///
/// ```swift
/// func sideEffects(of mutation: AskName.Mutation, on state: AskName.State) {   // in a SceneStore<AskName>
///     if case .answered(let name) = mutation { outputs.send(.name(name)) }
/// }
///
/// child.outputs?.connect(to: parent) { parent, output in parent.execute(.childAnswered(output)) }
/// ```
///
/// A store that is no ``SceneStore`` makes a port, and the assembly gives the same port to the ``SceneRuntime``.
@MainActor
public final class OutputPort<Output: Sendable>: Sendable {
    private var deliver: ((Output) -> Bool)?
    /// Reports to the scene whose port this is. Weak, so that a worker that outlives the scene does not keep its state.
    weak var scene: (any OutputScene)?

    /// Makes a port that is not connected: outputs are ignored until somebody listens.
    public init() {}

    /// Connects the port to a parent, which is held weakly. A port has one parent; connecting again replaces it.
    ///
    /// - Parameters:
    ///   - receiver: The parent: its runtime, or its controller.
    ///   - receive: Called on the main actor, inside ``send(_:fileID:line:)``, with the parent and the output. An
    ///     action executed here on the parent is an action of its own: it goes on when it makes the parent dismiss the
    ///     child, and with it the action that sent the output.
    public func connect<Receiver: AnyObject>(
        to receiver: Receiver, _ receive: @escaping @MainActor (Receiver, Output) -> Void
    ) {
        deliver = { [weak receiver] output in
            guard let receiver else { return false }
            receive(receiver, output)
            return true
        }
    }

    /// Disconnects the parent. Later outputs are ignored.
    public func disconnect() {
        deliver = nil
    }

    /// Tells the parent. Returns when it has been told.
    ///
    /// Without a parent nothing happens, which a trace shows (``SceneEvent/Ending/unheard``); a parent that has been released
    /// is reported as ``SceneDiagnostic/Kind/outputToReleasedParent``.
    ///
    /// - Parameters:
    ///   - output: What to tell.
    ///   - fileID: The caller's file, for diagnostics and traces. Leave it out.
    ///   - line: The caller's line, for diagnostics and traces. Leave it out.
    public func send(_ output: Output, fileID: StaticString = #fileID, line: UInt = #line) {
        let site = CallSite(fileID: fileID, line: line)
        let told = scene?.willSend(output, at: site)
        let isConnected = deliver != nil
        if let deliver, !deliver(output) {
            let diagnostic = SceneDiagnostic(
                kind: .outputToReleasedParent, scene: scene?.identity, subject: output, callSite: site)
            (scene?.currentReporter ?? .current).report(diagnostic)
        }
        told?.end(isConnected ? .finished : .unheard)
    }
}

/// A port whose outputs do not matter.
@MainActor
protocol ScenePort: AnyObject, Sendable {
    var scene: (any OutputScene)? { get }
    func disconnect()
}

extension OutputPort: ScenePort {}

/// What a port asks of its scene.
@MainActor
protocol OutputScene: AnyObject, Sendable {
    var identity: SceneIdentity { get }
    var currentReporter: DiagnosticReporter { get }
    func willSend(_ output: some Sendable, at site: CallSite) -> OpenEvent?
    /// The runtime was released: ends what it has begun.
    func runtimeWasReleased()
}

extension StatePublisher: OutputScene {
    var currentReporter: DiagnosticReporter { reporter }

    func willSend(_ output: some Sendable, at site: CallSite) -> OpenEvent? {
        events?.begin(.output(output), cause: currentCause, at: site)
    }

    func runtimeWasReleased() {
        if !flags.contains(.stopped), let events { events.report(.stopped, cause: currentCause) }
        endObservers()
        if let port = port as? any ScenePort, port.scene === self { port.disconnect() }
        stopChildren()
    }

    /// The port of the scene, made when it is first asked for.
    func outputs<Output>() -> OutputPort<Output> {
        if let port = port as? OutputPort<Output> { return port }
        let port = OutputPort<Output>()
        take(port)
        return port
    }

    /// Makes a port the scene's own.
    func take(_ port: OutputPort<some Sendable>) {
        port.scene = self
        self.port = port
        requestEndNotification()
    }
}
