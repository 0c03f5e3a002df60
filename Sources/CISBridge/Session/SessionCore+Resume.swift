import CIS

/// A session without connection: kept for a while, then saved.
extension SessionCore {
    func startRetention() {
        guard let app else { return }
        let (clock, time) = (app.clock, app.retention)
        retentionTask = Task { @MainActor [weak self] in
            guard (try? await clock.sleep(for: time)) != nil, !Task.isCancelled else { return }
            self?.expire()
        }
    }

    /// Ends the session, and saves what its scenes can be made from again.
    func expire() {
        guard !isEnded, outbox == nil else { return }
        var saved = SavedSession(id: id, tokens: tokens, lastScene: lastScene, acts: acts.asSaved, calls: calls.last)
        for (id, opening) in openings.sorted(by: { $0.key < $1.key }) {
            guard let scene = scenes[id], let snapshot = try? scene.node.snapshot(using: .bridge) else { continue }
            saved.scenes.append(
                SavedSession.Scene(id: id, opening: opening, revision: scene.revision, snapshot: snapshot))
        }
        if !saved.scenes.isEmpty { app?.save(saved) }
        end()
    }

    /// Makes the scenes of a saved session again. They keep their ids; their children get new ones.
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
            // What the host may have seen has a lower revision.
            let identity = LiveScene.Identity(id: scene.id, name: scene.opening.name, revision: scene.revision + 1)
            let live = node.connect(to: self, as: identity)
            live.isShown = true
            scenes[scene.id] = live
        }
    }

    /// Goes on with a host that is back: says what it does not know.
    ///
    /// - Parameter seen: The revision that the host has of each scene.
    func resume(seen: [Int: Int]) {
        // Not of scenes that never were.
        for id in seen.keys.sorted() where id >= 1 && id <= lastScene && scenes[id] == nil {
            send(CoreMessage.closed(id))
        }
        for id in scenes.keys.sorted() {
            // A scene may have gone with its parent in the meantime.
            guard let scene = scenes[id] else { continue }
            scene.forgetUnacknowledged()
            if let revision = seen[id], scene.isShown {
                if revision != scene.sentRevision || scene.sentTree == nil { sendState(of: scene, inFull: true) }
                if scene.isDirty { markDirty(scene) }
            } else {
                open(scene)
            }
        }
        // Outputs come behind the states that led to them.
        flush()
        deliverKept()
        for message in calls.messages { send(message) }
    }
}

/// What is left of a session whose retention time is over.
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
