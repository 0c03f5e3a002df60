extension SceneCore: OutputScene {
    var currentReporter: DiagnosticReporter { reporter }

    func willSend(_ output: some Sendable, at site: CallSite) -> OpenEvent? {
        events?.begin(.output(output), cause: currentCause, at: site)
    }

    func keepsOutput() {
        flags.insert(.hasEarlyOutputs)
    }

    /// Delivers the outputs that the scene has sent before its parent was connected.
    func deliverEarlyOutputs() {
        guard flags.contains(.hasEarlyOutputs) else { return }
        flags.remove(.hasEarlyOutputs)
        (port as? any ScenePort)?.deliverEarlyOutputs()
    }

    func runtimeWasReleased() {
        if !flags.contains(.stopped), let events { events.report(.stopped, cause: currentCause) }
        endObservers()
        if let port = port as? any ScenePort, port.scene === self { port.disconnect() }
        stopChildren()
    }

    /// The port of the scene, created at the first access.
    @usableFromInline
    func outputs<Output>() -> OutputPort<Output> {
        if let port = port as? OutputPort<Output> { return port }
        let port = OutputPort<Output>()
        take(port)
        return port
    }

    /// Uses a port as the scene's own.
    func take(_ port: OutputPort<some Sendable>) {
        port.scene = self
        self.port = port
        requestEndNotification()
    }
}
