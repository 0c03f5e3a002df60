/// The port through which a scene sends outputs to its parent: typed and synchronous.
///
/// The port belongs to the child and holds the parent weakly. The child's store sends outputs as side effects of
/// mutations. The parent connects to the port of the child's runtime; see <doc:EmbeddingAScene>.
///
/// A store that is not a ``SceneStore`` creates a port itself, and the assembly gives the same port to the
/// ``SceneRuntime``.
@MainActor
public final class OutputPort<Output: Sendable>: _ScenePort {
    private var deliver: ((Output) -> Bool)?
    /// Whether a parent was ever connected or disconnected.
    private var hadParent = false
    /// Outputs that were sent in this turn of the main actor, before a parent was connected.
    private var early: [(output: Output, site: CallSite)] = []

    /// Creates a port. Outputs are ignored until a parent connects; see ``send(_:fileID:line:)`` for an exception.
    public override init() {}

    /// Connects the port to a parent, which it holds weakly. A port has one parent: connecting again replaces it.
    ///
    /// - Parameters:
    ///   - receiver: The parent: its runtime, or its controller.
    ///   - receive: Called on the main actor, inside ``send(_:fileID:line:)``, with the parent and the output. It may
    ///     execute an action on the parent. That action does not depend on the child: it continues even if it dismisses
    ///     the child. The child's actions are then cancelled, also the one that has sent the output.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func connect<Receiver: AnyObject>(
        to receiver: Receiver, _ receive: @escaping @MainActor (Receiver, Output) -> Void,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        connect(to: receiver, "connect", at: CallSite(fileID: fileID, line: line), receive)
    }

    @usableFromInline
    func connect<Receiver: AnyObject>(
        to receiver: Receiver, _ function: StaticString, at site: CallSite,
        _ receive: @escaping @MainActor (Receiver, Output) -> Void
    ) {
        change { [weak receiver] output in
            guard let receiver else { return false }
            receive(receiver, output)
            return true
        }
        scene?.note(function, at: site, endsLater: false) { [weak self] in self?.disconnect() }
    }

    /// Disconnects the parent. Later outputs are ignored.
    public override func disconnect() {
        change(nil)
    }

    private func change(_ deliver: ((Output) -> Bool)?) {
        hadParent = true
        // Released last, because objects that the closure held may use the port.
        let released = self.deliver
        self.deliver = deliver
        withExtendedLifetime(released) {}
    }

    /// Sends an output to the parent, and returns when the parent has received it.
    ///
    /// Without a parent nothing happens, and scene observers receive the event with the ending
    /// ``SceneEvent/Ending/unheard``. There is one exception: a parent that makes or adds the scene in the same turn of
    /// the main actor receives the earlier outputs, right after the scene has become its child. What the scene sends
    /// between ``connect(to:_:fileID:line:)`` and then is received before them. A released parent is reported as
    /// ``SceneDiagnostic/Kind/outputToReleasedParent``.
    public func send(_ output: Output, fileID: StaticString = #fileID, line: UInt = #line) {
        send(output, at: CallSite(fileID: fileID, line: line))
    }

    private func send(_ output: Output, at site: CallSite) {
        let event = scene?.events?.begin(.output(output), cause: SceneEvent.currentCause, at: site)
        let isConnected = deliver != nil
        if !hadParent { keep(output, at: site) }
        if let deliver, !deliver(output) {
            let diagnostic = SceneDiagnostic(
                kind: .outputToReleasedParent, scene: scene?.identity, subject: output, callSite: site)
            (scene?.reporter ?? .current).report(diagnostic)
        }
        event?.end(isConnected ? .finished : .unheard)
    }

    // MARK: Before the parent connects

    /// Keeps an output to the end of this turn, for a parent that is making the scene or adds it in this turn.
    private func keep(_ output: Output, at site: CallSite) {
        guard early.count < Self.greatestEarlyCount else { return }
        early.append((output, site))
        if early.count == 1 { Task { [weak self] in self?.early = [] } }
    }

    override func deliverEarlyOutputs() {
        guard deliver != nil else { return }
        let outputs = early
        early = []
        for (output, site) in outputs { send(output, at: site) }
    }

    /// A scene that sends more in one turn before it has a parent has none.
    private static var greatestEarlyCount: Int { 1_000 }
}

/// What a scene needs of its port, whatever the type of the outputs. It has no public members, and is public only because
/// ``OutputPort`` inherits from it.
@MainActor
public class _ScenePort {
    /// Weak, because a worker may hold the port longer than the scene lives, and must not keep the scene's state.
    final weak var scene: SceneCore?

    init() {}

    func disconnect() {}

    func deliverEarlyOutputs() {}
}
