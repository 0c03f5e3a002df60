/// The rules for what each part may know.
extension SceneLint {
    func controller(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Controller").flatMap { part in
            let source = part.source
            let stores = scene.stores(in: part)
            let types: Set<String> = [
                "DomainStore", "DomainStoreOf", "SceneRuntime", "StatePublisher", scene.name + "Store",
            ]
            let members: Set<String> = ["state", "domainState", "domainSnapshot", "publisher"]
            let readings = source.findings(.controllerReadsState, in: part.tokens) { index in
                source.stateReading(at: index, types, members, of: stores).map { what in
                    "\(part.name) reads state: \(what). Move the decision to the interactor; "
                        + "hold `any MutationReceiver<\(scene.name).Mutation>`."
                }
            }
            let workers = source.findings(.controllerHoldsWorker, in: part.tokens) { index in
                source.type(at: index, endingWith: "Worker").map { worker in
                    "\(part.name) knows \(worker). Make it a use case: execute it on the interactor."
                }
            }
            return readings + workers
        }
    }

    func interactor(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Interactor").flatMap { part in
            let source = part.source
            let stores = scene.stores(in: part)
            let types: Set<String> = ["StatePublisher", "SceneRuntime", scene.name + "Store"]
            let readings = source.findings(.interactorTouchesViewState, in: part.tokens) { index in
                let state = source.isViewState(index, of: scene.name) ? "\(scene.name).State" : nil
                return (state ?? source.stateReading(at: index, types, ["state", "publisher"], of: stores)).map {
                    what in
                    "\(part.name) uses view state: \(what). Use the domain state only; "
                        + "hold `any DomainStore<\(scene.name).State.DomainState, \(scene.name).Mutation>`."
                }
            }
            let tasks = source.findings(.interactorStartsTask, in: part.body) { index in
                guard source.startsTask(index) else { return nil }
                return "\(part.name) starts a task that its action neither waits for nor cancels. "
                    + "Await the work, or use `inParallel` or a task group."
            }
            return readings + tasks
        }
    }

    func store(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Store").flatMap { part in
            part.source.findings(.storeHoldsInteractor, in: part.tokens) { index in
                let type = ["Interactor", "Controller"].lazy.compactMap { part.source.type(at: index, endingWith: $0) }
                return type.first.map { type in
                    "\(part.name) knows \(type). A store only changes state and has effects; make it an action."
                }
            }
        }
    }
}

extension ScannedPackage.Scene {
    /// Returns the names of the properties of a part that contain a store.
    func stores(in part: Declaration) -> Set<String> {
        let types: Set<String> = [
            "MutationReceiver", "MutationReceiverOf", "DomainStore", "DomainStoreOf", "Store", name + "Store",
        ]
        let source = part.source
        let found = part.body.filter { index in
            guard source.token(index, is: "let") || source.token(index, is: "var"), source.token(index + 2, is: ":")
            else { return false }
            return source.tokens[index...].dropFirst(3).prefix(3).contains { types.contains($0.text) }
        }
        return Set(found.map { source.tokens[$0 + 1].text }).union(["store"])
    }
}

extension SourceText {
    /// Returns what the code at a token reads: a type that shows state, or the state of one of the stores.
    fileprivate func stateReading(
        at index: Int, _ types: Set<String>, _ members: Set<String>, of stores: Set<String>
    ) -> String? {
        let text = tokens[index].text
        if types.contains(text), !token(index - 1, is: ".") { return text }
        if text == "Store", token(index - 1, is: "any") { return "any Store" }
        guard members.contains(text), token(index - 1, is: "."), stores.contains(tokens[index - 2].text) else {
            return nil
        }
        return "\(tokens[index - 2].text).\(text)"
    }

    /// Returns whether the token is the end of `Movies.State`, without `.DomainState`.
    fileprivate func isViewState(_ index: Int, of scene: String) -> Bool {
        token(index, is: "State") && token(index - 1, is: ".") && token(index - 2, is: scene)
            && !(token(index + 1, is: ".") && token(index + 2, is: "DomainState"))
    }

    /// Returns the type at a token if it has this suffix: `MoviesWorker`, and `Worker` itself.
    fileprivate func type(at index: Int, endingWith suffix: String) -> String? {
        let text = tokens[index].text
        return text.hasSuffix(suffix) && text.first?.isUppercase == true ? text : nil
    }

    /// Returns whether an unstructured task begins here: `Task {`, `Task(priority: .low) {`, `Task<Int, Never> {`,
    /// `Task.detached`. The name of the type alone does not count.
    func startsTask(_ index: Int) -> Bool {
        guard token(index, is: "Task") else { return false }
        if token(index + 1, is: ".") { return token(index + 2, is: "detached") || token(index + 2, is: "immediate") }
        let isGeneric = token(index + 1, is: "<")
        // In `-> Task<Void, Never> {` and `var task: Task<Void, Never> {` it is a type before a body.
        let isType = isGeneric && (token(index - 1, is: ">") || token(index - 1, is: ":"))
        guard !isType || line(of: index - 1) != line(of: index) else { return false }
        var next = isGeneric ? endOfGenericArguments(from: index + 1) : index + 1
        if token(next, is: "("), let close = partner[next] { next = close + 1 }
        return token(next, is: "{")
    }
}
