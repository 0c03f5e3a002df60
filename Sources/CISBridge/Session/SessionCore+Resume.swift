import CIS

/// Keeping a session without a connection, saving it, and resuming it.
extension SessionCore {
    func startRetention() {
        guard let app else { return }
        let (clock, time) = (app.clock, min(app.retention, .longestSleep))
        retentionTask = Task { @MainActor [weak self] in
            guard (try? await clock.sleep(for: time)) != nil, !Task.isCancelled else { return }
            self?.expire()
        }
    }

    /// Ends the session, and saves snapshots of the scenes that the host opened, if their states are `Codable`.
    func expire() {
        guard !isEnded, outbox == nil else { return }
        var saved = SavedSession(id: id, tokens: tokens, lastScene: lastScene, acts: acts.asSaved, calls: calls.last)
        for (id, opening) in openings.sorted(by: { $0.key < $1.key }) {
            guard let scene = scenes[id] else { continue }
            do {
                let snapshot = try scene.node.snapshot(using: .bridge)
                saved.scenes.append(
                    SavedSession.Scene(id: id, opening: opening, revision: scene.revision, snapshot: snapshot))
            } catch {
                if (error as? SnapshotError)?.code != .notCodable { report(error, of: scene.node.identity) }
            }
        }
        if !saved.scenes.isEmpty { app?.save(saved) }
        end()
    }

    private func report(_ error: any Error, of scene: SceneIdentity) {
        let text = "A scene was not saved for session \(id), and its host cannot resume it: \(error)"
        app?.reporter.report(SceneDiagnostic(kind: .other(text), scene: scene))
    }

    /// Opens the scenes of a saved session again. They keep their ids. Their children get new ids.
    func restore(_ saved: SavedSession) {
        tokens = saved.tokens
        lastScene = saved.lastScene
        acts = saved.acts
        calls = CallTable(after: saved.calls)
        for scene in saved.scenes {
            let input = scene.opening.input.flatMap { try? JSONReader.read($0, greatestDepth: limits.readableDepth) }
            guard let assemble = app?.scenes[scene.opening.name]?.assemble,
                let node = try? assemble(input, BridgeHost(self), scene.snapshot)
            else { continue }
            openings[scene.id] = scene.opening
            // The new revision is higher than any that the host may have received.
            let identity = LiveScene.Identity(
                id: scene.id, name: scene.opening.name, ref: scene.opening.ref, revision: scene.revision + 1)
            let live = node.connect(to: self, as: identity)
            live.isShown = true
            scenes[scene.id] = live
        }
    }

    /// Sends a reconnected host everything that it missed.
    ///
    /// - Parameter seen: The revisions of the scenes that the host has, by scene id.
    func resume(seen: [Int: Int]) {
        // Each scene is sent once to the new connection, whatever their size. Otherwise large states would break each connection.
        isResuming = true
        defer { isResuming = false }
        // Ids that were never given to a scene are ignored.
        for id in seen.keys.sorted() where id >= 1 && id <= lastScene && scenes[id] == nil {
            send(CoreMessage.closed(id))
        }
        for id in scenes.keys.sorted() {
            // An earlier step of this loop may have closed the scene together with its parent.
            guard let scene = scenes[id] else { continue }
            scene.forgetUnacknowledged()
            if let revision = seen[id], scene.isShown {
                if revision != scene.sentRevision || scene.sentTree == nil { sendState(of: scene, inFull: true) }
            } else {
                open(scene)
            }
        }
        // States are sent before the outputs that followed them.
        flush()
        deliverKept()
        for message in calls.messages { send(message) }
    }
}

/// The data that is kept of a session after its retention time has passed.
struct SavedSession {
    struct Scene {
        let id: Int
        let opening: SessionCore.Opening
        let revision: Int
        let snapshot: SceneSnapshot
    }

    let id: String
    let tokens: ResumeTokens
    let lastScene: Int
    let acts: ActTable
    let calls: Int
    var scenes: [Scene] = []
}
