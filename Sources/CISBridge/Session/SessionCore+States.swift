import CIS

/// Sends the messages that open scenes, update their states and close them.
extension SessionCore {
    /// Opens a scene and its bridged children. If the state of a scene without a parent cannot be encoded, the scene is
    /// stopped.
    func show(_ node: any BridgeableNode, _ identity: LiveScene.Identity) {
        let scene = node.connect(to: self, as: identity)
        scenes[scene.id] = scene
        open(scene)
        guard !scene.isShown, scene.isRoot else { return }
        scenes[scene.id] = nil
        node.stop()
    }

    /// Sends `opened` for a scene. If its state cannot be encoded, the host receives an error, and the first state that
    /// can be encoded opens the scene.
    func open(_ scene: LiveScene) {
        do {
            openWith(try scene.encode(), scene)
        } catch {
            scene.isShown = false
            scene.hasFailed = true
            send(WireError(encoding: error, of: scene.identity, isAnswer: isResuming), ref: scene.identity.ref)
        }
    }

    private func openWith(_ tree: JSONTree, _ scene: LiveScene) {
        scene.isShown = true
        scene.sent(tree, scene.revision, isCounted: false)
        send(CoreMessage.opened(scene.identity, revision: scene.revision, state: tree), isFree: isResuming)
        showChildren(of: scene)
    }

    /// Sends the newest state of a scene, unless the host has it already. It is sent as a patch, or in full if the
    /// patch would be too long.
    func sendState(of scene: LiveScene, inFull: Bool = false) {
        let revision = scene.revision
        guard inFull || scene.isDirty else { return }
        let old = scene.sentTree
        let new: JSONTree
        do {
            new = try scene.encode()
            scene.hasFailed = false
        } catch {
            scene.markClean(upTo: revision)
            // The error is sent once and not at every commit. A request for the full state is always answered.
            if inFull || !scene.hasFailed { send(WireError(encoding: error, of: scene.identity, isAnswer: inFull)) }
            scene.hasFailed = true
            // The host does not have the state that was sent last, so the next one is sent in full, even if it is equal.
            if inFull { scene.forgetSentTree() }
            return
        }
        guard scene.isShown else { return openWith(new, scene) }
        let operations = inFull ? nil : old.flatMap { Difference.between($0, new, limit: Self.greatestPatch(of: new)) }
        if let operations, operations.isEmpty {
            scene.markClean(upTo: revision)
        } else {
            let base = scene.sentRevision
            scene.sent(new, revision, isCounted: true)
            if let operations {
                send(CoreMessage.patch(of: scene.id, base: base, revision: revision, operations, to: new), isFree: true)
            } else {
                // A host can request the full state as often as it likes.
                send(CoreMessage.state(of: scene.id, revision: revision, new), isFree: !inFull || isResuming)
            }
        }
        // Children are opened and closed right after the state that they belong to.
        showChildren(of: scene)
    }

    /// The greatest size of a patch: 60 % of the state, because a longer one saves too little. Patches of up to 128
    /// bytes are always allowed.
    private static func greatestPatch(of state: JSONTree) -> Int { max(state.size * 6 / 10, 128) }

    /// Closes the children that no longer exist and opens the new ones.
    func showChildren(of scene: LiveScene) {
        guard scene.noticeChildren() || scene.hasUnshownChildren else { return }
        let wasTold = scene.hasUnshownChildren
        scene.hasUnshownChildren = false
        let nodes = scene.node.children.filter { $0.identity.knownPlace != nil }
        let now = Set(nodes.map(\.identity))
        for (identity, id) in scene.children.sorted(by: { $0.value < $1.value }) where !now.contains(identity) {
            scene.children[identity] = nil
            close(id)
        }
        for node in nodes where scene.children[node.identity] == nil {
            guard let bridged = node as? any BridgeableNode else { continue }
            guard scenes.count < limits.scenes else {
                scene.hasUnshownChildren = true
                crowded.insert(scene.id)
                // The error is sent once, and not again while there is still no room.
                guard !wasTold else { return }
                return send(
                    WireError(
                        .tooManyScenes, at: "", expected: "at most \(limits.scenes) scenes",
                        got: "a child of scene \(scene.id)"))
            }
            lastScene += 1
            scene.children[node.identity] = lastScene
            let identity = LiveScene.Identity(
                id: lastScene, name: bridged.bridgedName, parent: scene.id, place: node.identity.knownPlace?.tree)
            show(bridged, identity)
        }
    }

    /// Closes a scene and its descendants, and sends `closed` for each. Children are closed before their parent.
    func close(_ id: Int) {
        guard let scene = scenes[id] else { return }
        for child in scene.children.values.sorted(by: >) { close(child) }
        scenes[id] = nil
        openings[id] = nil
        crowded.remove(id)
        if scene.isShown { send(CoreMessage.closed(id)) }
    }

    /// Opens children that were not opened because too many scenes were open, if the limit now permits it.
    func showUnshownChildren() {
        guard !crowded.isEmpty, scenes.count < limits.scenes else { return }
        for id in crowded.sorted() {
            // A scene with an unsent state is skipped, because that state must arrive before its children open.
            guard let scene = scenes[id], !scene.isDirty else { continue }
            crowded.remove(id)
            showChildren(of: scene)
        }
    }

    /// Closes the scenes that the app itself has stopped. A child whose parent has an unsent state is closed after that state.
    func closeStoppedScenes() {
        for id in stopped.withLock({ $0 }).sorted() {
            let parent = scenes[id]?.identity.parent.flatMap { scenes[$0] }
            guard parent?.isDirty != true else { continue }
            stopped.withLock { _ = $0.remove(id) }
            parent?.forget(id)
            close(id)
        }
    }
}

extension ScenePlace {
    /// The place as it is sent: the field, and the id of the element if it has one.
    fileprivate var tree: JSONTree {
        let field = JSONTree.text(fieldName)
        guard let id else { return .object(["field": field]) }
        let known = (id as? any Encodable).flatMap { try? TreeEncoder.encode($0) }
        return .object(["field": field, "id": known ?? .text("\(id)")])
    }
}

extension WireError {
    /// Creates the error for a state that cannot be encoded. If it answers a host that waits for this state, it names the scene.
    fileprivate init(encoding error: any Error, of scene: SceneOnWire, isAnswer: Bool) {
        self.init(encoding: error, of: scene.name)
        if isAnswer { self.scene = scene.id }
    }

    /// Creates the error for a state or an output that cannot be encoded.
    init(encoding error: any Error, of scene: String) {
        guard case EncodingError.invalidValue(let value, let context) = error else {
            self.init(.notEncodable, at: "", expected: "a value of \(scene) that can be encoded", got: "\(error)")
            return
        }
        let path = context.codingPath.map { "/" + escapedForPointer($0.stringValue) }.joined()
        let text = "\(value)"
        self.init(
            .notEncodable, at: path, expected: context.debugDescription,
            got: "\(scene): \(text.utf8.count > 80 ? "a value of \(type(of: value))" : text)")
    }
}
