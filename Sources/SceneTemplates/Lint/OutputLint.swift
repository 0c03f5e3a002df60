/// Checks that only the store sends outputs, because an output follows from a mutation.
struct OutputLint {
    let scene: ScannedPackage.Scene

    var findings: [Finding] {
        let parts = scene.part("Controller") + scene.part("Interactor")
        let worker = scene.target.declarations(["protocol"], named: scene.name + "Worker")
        return (parts + worker).flatMap { file, declaration in
            declaration.body.filter { file.source.isOutput($0, of: scene.name) }.map { token in
                Finding(
                    .outputNotFromStore, file, token,
                    "\(declaration.name) uses outputs of \(scene.name). Put the value into a mutation, and "
                        + "send it in \(scene.name)Store.sideEffects(of:on:): `outputs.send(…)`.")
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
