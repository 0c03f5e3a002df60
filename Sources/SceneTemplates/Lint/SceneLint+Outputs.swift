/// Checks that only the store sends outputs, because an output follows from a mutation.
extension SceneLint {
    func outputs(_ scene: ScannedPackage.Scene) -> [Finding] {
        (scene.part("Controller") + scene.part("Interactor") + scene.worker).flatMap { part in
            part.source.findings(.outputNotFromStore, in: part.body) { index in
                guard part.source.isOutput(index, of: scene.name) else { return nil }
                return "\(part.name) uses outputs of \(scene.name). Put the value into a mutation, and "
                    + "send it in \(scene.name)Store.sideEffects(of:on:): `outputs.send(…)`."
            }
        }
    }
}

extension SourceText {
    /// Returns whether the token belongs to `Movies.Output`, `OutputPort` or `outputs.send`.
    fileprivate func isOutput(_ index: Int, of scene: String) -> Bool {
        switch tokens[index].text {
        case "Output": token(index - 1, is: ".") && token(index - 2, is: scene) && !token(index - 4, is: "OutputPort")
        case "OutputPort": true
        case "outputs": token(index + 1, is: ".") && token(index + 2, is: "send")
        default: false
        }
    }
}
