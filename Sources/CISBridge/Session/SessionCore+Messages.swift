import CIS

/// Handling of the messages that a host sends.
extension SessionCore {
    /// Handles a message. If the message is invalid, it throws the error to answer with and changes nothing.
    func handle(_ message: HostMessage) throws(WireError) {
        // A message from the host shows that it received its new token.
        tokens.confirm()
        switch message {
        case .hello:
            throw WireError(.secondHello, at: "/type", expected: "one hello", got: "another")
        case .open(let ref, let name, let input): try open(ref, name, input)
        case .act(let act): try begin(act)
        case .cancel(let ref): try cancel(ref)
        case .ack(let scene, let revision): try acknowledge(scene, revision)
        case .sync(let id):
            flush()
            let scene = try scene(id)
            // The full state replaces everything that was sent before.
            scene.forgetUnacknowledged()
            sendState(of: scene, inFull: true)
        case .reply(let reply): try take(reply)
        case .close(let id): try closeByHost(id)
        case .bye:
            // Sends what the messages before `bye` have caused.
            flush()
            end()
        }
    }

    private func scene(_ id: Int) throws(WireError) -> LiveScene {
        let known = scenes[id]
        if let known, known.isShown { return known }
        if id >= 1, id <= lastScene, known == nil {
            throw WireError(.closedScene, at: "/scene", expected: "a scene that is open", got: "\(id), which is closed")
        }
        throw WireError(.unknownScene, at: "/scene", expected: "a scene that is open", got: "\(id)")
    }

    // MARK: Scenes

    private func open(_ ref: Int, _ name: String, _ input: JSONTree?) throws(WireError) {
        guard let app, let opening = app.scenes[name], let assemble = opening.assemble else {
            let known = app?.scenes.values.filter { $0.assemble != nil }.map(\.name).sorted() ?? []
            let names = known.joined(separator: ", ")
            throw WireError(.unknownName, at: "/scene", expected: names, got: name)
        }
        guard scenes.count < limits.scenes else {
            throw WireError(.tooManyScenes, at: "", expected: "at most \(limits.scenes) scenes", got: "one more")
        }
        let kept = opening.takesInput ? input?.bytes : nil
        try checkRoom(forInput: kept)
        let node: any BridgeableNode
        do {
            node = try assemble(input, BridgeHost(self), nil)
        } catch let error as WireError {
            throw error
        } catch {
            throw WireError(.badInput, at: "/input", expected: "an input of \(name)", got: "\(error)")
        }
        flush()
        lastScene += 1
        openings[lastScene] = Opening(name: name, input: kept, ref: ref)
        show(node, LiveScene.Identity(id: lastScene, name: name, ref: ref))
        if scenes[lastScene] == nil { openings[lastScene] = nil }
    }

    /// Checks the total size of the inputs of open scenes. They are kept to open the scenes again after a restore.
    private func checkRoom(forInput input: [UInt8]?) throws(WireError) {
        guard let input else { return }
        let known = openings.values.reduce(0) { $0 + ($1.input?.count ?? 0) }
        guard known + input.count <= limits.waitingBytes else {
            throw WireError(
                .tooManyScenes, at: "/input",
                expected: "at most \(limits.waitingBytes) bytes in the inputs of the open scenes", got: "more")
        }
    }

    private func closeByHost(_ id: Int) throws(WireError) {
        let scene = try scene(id)
        guard scene.isRoot else {
            throw WireError(
                .badMessage, at: "/scene", expected: "a scene that the host has opened",
                got: "\(id), which closes when the state of scene \(scene.identity.parent ?? 0) drops it")
        }
        flush()
        scene.node.stop()
        close(id)
    }

    // MARK: Actions

    private func begin(_ act: HostMessage.Act) throws(WireError) {
        if act.number <= acts.last { return try repeatAnswer(act) }
        guard act.number == acts.last + 1 else {
            throw WireError(.skippedNumber, at: "/n", expected: "\(acts.last + 1)", got: "\(act.number)")
        }
        guard acts.count < limits.inFlight else {
            throw WireError(.busy, at: "", expected: "at most \(limits.inFlight) actions in flight", got: "one more")
        }
        guard !acts.isInFlight(ref: act.ref) else {
            throw WireError(.usedRef, at: "/ref", expected: "a reference that is not in flight", got: "\(act.ref)")
        }
        let scene = try scene(act.scene)
        let start = try scene.execute(act.action) { [weak self] end in self?.actEnded(act.number, end) }
        if let seen = act.seen { try acknowledge(seen, of: scene, at: "/seen") }
        acts.begin(
            act.number, ref: act.ref, scene: act.scene, firstCommit: currentCommit, limit: limits.outcomes)
        acts.set(start(), of: act.number)
        if scene.hasPendingStarts { hasPendingStarts = true }
    }

    /// Answers a repeated action with its outcome. The action does not run again.
    private func repeatAnswer(_ act: HostMessage.Act) throws(WireError) {
        guard act.number >= 1 else {
            throw WireError(.badMessage, at: "/n", expected: "1, 2, 3 and so on", got: "\(act.number)")
        }
        guard !acts.isInFlight(ref: act.ref, otherThan: act.number) else {
            throw WireError(
                .usedRef, at: "/ref", expected: "a reference that no other action in flight has", got: "\(act.ref)")
        }
        flush()
        if acts.running[act.number] != nil {
            acts.rename(act.number, to: act.ref)
        } else if acts.outcome(of: act.number) != nil {
            acts.rename(act.number, to: act.ref)
            if let outcome = acts.outcome(of: act.number) { sendDone(outcome) }
        } else {
            throw WireError(
                .forgottenNumber, at: "/n", expected: "one of the last \(limits.outcomes) actions", got: "\(act.number)"
            )
        }
    }

    private func cancel(_ ref: Int) throws(WireError) {
        if let task = acts.task(of: ref) { return task.cancel() }
        // The action may have ended while the host sent `cancel`.
        guard acts.isKnown(ref: ref) else {
            throw WireError(.unknownRef, at: "/ref", expected: "the reference of an action", got: "\(ref)")
        }
    }

    private func acknowledge(_ id: Int, _ revision: Int) throws(WireError) {
        // The host may not know yet that the scene was closed.
        if id >= 1, id <= lastScene, scenes[id] == nil { return }
        try acknowledge(revision, of: scene(id), at: "/rev")
    }

    private func acknowledge(_ revision: Int, of scene: LiveScene, at place: String) throws(WireError) {
        guard scene.acknowledge(revision) else {
            throw WireError(
                .badRevision, at: place, expected: "a revision that was sent, up to \(scene.sentRevision)",
                got: "\(revision)")
        }
    }
}
