/// The rules for what each part may know.
extension SceneLint {
    func controller(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Controller").flatMap { file, declaration in
            let readings = readings(
                in: file, declaration, scene,
                types: [
                    "DomainStore", "DomainStoreOf", "SceneRuntime", "StatePublisher", "WeakScene", scene.name + "Store",
                ],
                members: ["state", "domainState", "domainSnapshot", "publisher"]
            ).map { token, what in
                Finding(
                    .controllerReadsState, file, token,
                    "\(scene.name)Controller reads state: \(what). Move the decision to the interactor; "
                        + "hold `any MutationReceiver<\(scene.name).Mutation>`.")
            }
            let workers = whole(declaration).filter { file.source.isType($0, endingWith: "Worker") }.map { token in
                Finding(
                    .controllerHoldsWorker, file, token,
                    "\(scene.name)Controller knows \(file.source.tokens[token].text). Make it a use case: "
                        + "execute it on the interactor.")
            }
            return readings + workers
        }
    }

    func interactor(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Interactor").flatMap { file, declaration in
            let source = file.source
            let states = whole(declaration).filter { index in
                source.token(index, is: "State") && source.token(index - 1, is: ".")
                    && source.token(index - 2, is: scene.name)
                    && !(source.token(index + 1, is: ".") && source.token(index + 2, is: "DomainState"))
            }.map { ($0, "\(scene.name).State") }
            let found = readings(
                in: file, declaration, scene, types: ["StatePublisher", "SceneRuntime", scene.name + "Store"],
                members: ["state", "publisher"])
            let readings = (found + states).map { token, what in
                Finding(
                    .interactorTouchesViewState, file, token,
                    "\(scene.name)Interactor uses view state: \(what). Use the domain state only; "
                        + "hold `any DomainStore<\(scene.name).State.DomainState, \(scene.name).Mutation>`.")
            }
            let tasks = declaration.body.filter(source.startsTask).map { token in
                Finding(
                    .interactorStartsTask, file, token,
                    "\(scene.name)Interactor starts a task that its action neither waits for nor cancels. "
                        + "Await the work, or use `inParallel` or a task group.")
            }
            return readings + tasks
        }
    }

    func store(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Store").flatMap { file, declaration in
            whole(declaration).filter { index in
                file.source.isType(index, endingWith: "Interactor")
                    || file.source.isType(index, endingWith: "Controller")
            }.map { token in
                Finding(
                    .storeHoldsInteractor, file, token,
                    "\(scene.name)Store knows \(file.source.tokens[token].text). A store only changes state and has effects; "
                        + "make it an action.")
            }
        }
    }

    private func whole(_ declaration: Declaration) -> Range<Int> {
        declaration.heading.lowerBound..<declaration.body.upperBound
    }

    /// Returns the places where a part uses a type that shows state, or reads the state of its store.
    private func readings(
        in file: SourceFile, _ declaration: Declaration, _ scene: ScannedPackage.Scene, types: Set<String>,
        members: Set<String>
    ) -> [(token: Int, what: String)] {
        let source = file.source
        let stores = scene.stores(in: source, declaration)
        return whole(declaration).compactMap { index in
            let text = source.tokens[index].text
            if types.contains(text), !source.token(index - 1, is: ".") { return (index, text) }
            if text == "Store", source.token(index - 1, is: "any") { return (index, "any Store") }
            if members.contains(text), source.token(index - 1, is: "."), index >= 2,
                stores.contains(source.tokens[index - 2].text)
            {
                return (index, "\(source.tokens[index - 2].text).\(text)")
            }
            return nil
        }
    }
}

extension ScannedPackage.Scene {
    /// Returns the names of the properties of a part that contain a store.
    func stores(in source: SourceText, _ declaration: Declaration) -> Set<String> {
        let types: Set<String> = [
            "MutationReceiver", "MutationReceiverOf", "DomainStore", "DomainStoreOf", "Store", name + "Store",
        ]
        let found = declaration.body.filter { index in
            guard source.token(index, is: "let") || source.token(index, is: "var"), source.token(index + 2, is: ":")
            else { return false }
            return (index + 3..<index + 6).contains {
                source.tokens.indices.contains($0) && types.contains(source.tokens[$0].text)
            }
        }
        return Set(found.map { source.tokens[$0 + 1].text }).union(["store"])
    }
}

extension SourceText {
    /// Returns whether the token is a type with this suffix: `MoviesWorker`, and `Worker` itself.
    fileprivate func isType(_ index: Int, endingWith suffix: String) -> Bool {
        tokens[index].text.hasSuffix(suffix) && tokens[index].text.first?.isUppercase == true
    }

    /// Returns whether an unstructured task begins here: `Task {`, `Task(priority: .low) {`, `Task<Int, Never> {`,
    /// `Task.detached`. The name of the type alone does not count.
    func startsTask(_ index: Int) -> Bool {
        guard token(index, is: "Task") else { return false }
        if token(index + 1, is: ".") { return token(index + 2, is: "detached") || token(index + 2, is: "immediate") }
        var next = index + 1
        if token(next, is: "<") {
            // In `-> Task<Void, Never> {` and `var task: Task<Void, Never> {` it is a type before a body.
            let isType = token(index - 1, is: ">") || token(index - 1, is: ":")
            guard !isType || line(of: index - 1) != line(of: index) else { return false }
            while next < tokens.count, !token(next, is: ">") { next += 1 }
            next += 1
        }
        if token(next, is: "("), let close = partner[next] { next = close + 1 }
        return token(next, is: "{")
    }
}
