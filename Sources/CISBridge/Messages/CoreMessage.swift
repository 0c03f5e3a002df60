import CIS

/// Encodes the messages to a host as bytes.
enum CoreMessage {
    /// The maximum number of answers of a call of the host that wait to be read.
    static let waitingAnswers = 256

    static func welcome(
        session: String, token: String, schema: String, isResumed: Bool, limits: BridgeLimits, scenes: [Int: Int]
    ) -> [UInt8] {
        let alive = scenes.keys.sorted()
        let revisions = JSONTree.object(
            JSONTree.ObjectNode(ObjectShape(alive.map { "\($0)" }), alive.map { .int(scenes[$0] ?? 0) }))
        return JSONTree.object([
            "type": .text("welcome"), "v": .int(1), "schema": .text(schema), "session": .text(session),
            "token": .text(token), "resumed": .bool(isResumed), "scenes": revisions,
            "limits": .object([
                "message": .limit(limits.message), "depth": .limit(limits.readableDepth),
                "scenes": .limit(limits.scenes), "inFlight": .limit(limits.inFlight),
            ]),
            "answers": .int(CoreMessage.waitingAnswers),
        ]).bytes
    }

    static func opened(_ scene: SceneOnWire, revision: Int, state: JSONTree) -> [UInt8] {
        var writer = JSONWriter(capacity: 128 + state.size)
        writer.raw("{\"type\":\"opened\"" as StaticString)
        writer.member("ref", scene.ref)
        writer.member("scene", scene.id)
        writer.raw(",\"name\":" as StaticString)
        writer.write(scene.name)
        writer.member("parent", scene.parent)
        if let place = scene.place {
            writer.raw(",\"place\":" as StaticString)
            writer.write(place)
        }
        writer.member("rev", revision)
        writer.raw(",\"state\":" as StaticString)
        writer.write(state)
        writer.checksum(of: state)
        writer.raw("}" as StaticString)
        return writer.bytes
    }

    static func state(of scene: Int, revision: Int, _ state: JSONTree) -> [UInt8] {
        var writer = JSONWriter(capacity: 96 + state.size)
        writer.raw("{\"type\":\"state\"" as StaticString)
        writer.member("scene", scene)
        writer.member("rev", revision)
        writer.raw(",\"full\":" as StaticString)
        writer.write(state)
        writer.checksum(of: state)
        writer.raw("}" as StaticString)
        return writer.bytes
    }

    static func patch(
        of scene: Int, base: Int, revision: Int, _ operations: [PatchOperation], to state: JSONTree
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 96 + 96 * operations.count)
        writer.raw("{\"type\":\"patch\"" as StaticString)
        writer.member("scene", scene)
        writer.member("base", base)
        writer.member("rev", revision)
        writer.raw(",\"ops\":" as StaticString)
        writer.write(operations)
        writer.checksum(of: state)
        writer.raw("}" as StaticString)
        return writer.bytes
    }

    static func done(ref: Int, _ end: ActionEnd, revision: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"type\":\"done\"" as StaticString)
        writer.member("ref", ref)
        switch end {
        case .finished: writer.raw(",\"end\":\"finished\"" as StaticString)
        case .cancelled(let reason):
            writer.raw(",\"end\":\"cancelled\"" as StaticString)
            if let reason { writer.raw(",\"reason\":\"\(reason.rawValue)\"") }
        case .dropped(let reason):
            writer.raw(",\"end\":\"dropped\"" as StaticString)
            writer.raw(",\"reason\":\"\(reason.rawValue)\"")
        }
        writer.member("rev", revision)
        writer.raw("}" as StaticString)
        return writer.bytes
    }

    static func output(of scene: Int, _ value: JSONTree) -> [UInt8] {
        JSONTree.object(["type": .text("output"), "scene": .int(scene), "value": value]).bytes
    }

    static func call(_ id: Int, worker: String, method: String, _ arguments: JSONTree) -> [UInt8] {
        JSONTree.object([
            "type": .text("call"), "call": .int(id), "worker": .text(worker), "method": .text(method),
            "arguments": arguments,
        ]).bytes
    }

    static func uncall(_ id: Int) -> [UInt8] {
        JSONTree.object(["type": .text("uncall"), "call": .int(id)]).bytes
    }

    /// How many answers of a call the host may send in all.
    static func room(_ answers: Int, of call: Int) -> [UInt8] {
        JSONTree.object(["type": .text("room"), "call": .int(call), "n": .int(answers)]).bytes
    }

    static func closed(_ scene: Int) -> [UInt8] {
        JSONTree.object(["type": .text("closed"), "scene": .int(scene)]).bytes
    }

    static func error(_ error: WireError, ref: Int?) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"type\":\"error\"" as StaticString)
        writer.member("ref", ref)
        writer.member("scene", error.scene)
        writer.raw(",\"code\":\"\(error.code.rawValue)\",\"at\":")
        writer.write(error.at)
        writer.raw(",\"expected\":" as StaticString)
        writer.write(error.expected)
        writer.raw(",\"got\":" as StaticString)
        writer.write(error.got)
        if !error.differences.isEmpty {
            writer.raw(",\"differences\":" as StaticString)
            writer.write(
                JSONTree.array(
                    error.differences.map {
                        .object(["grade": .text($0[0]), "at": .text($0[1]), "text": .text($0[2])])
                    }))
        }
        writer.raw(error.isFatal ? ",\"fatal\":true}" : ",\"fatal\":false}" as StaticString)
        return writer.bytes
    }
}

extension JSONTree {
    /// A limit, reduced to the greatest integer that every language can represent.
    fileprivate static func limit(_ value: Int) -> JSONTree { .int(min(value, Int(clamping: greatestInteger))) }
}

extension JSONWriter {
    fileprivate mutating func member(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        raw(",\"" as StaticString)
        raw(key)
        raw("\":" as StaticString)
        raw("\(value)")
    }

    /// In debug builds, adds a checksum with which a host can detect that its state differs.
    fileprivate mutating func checksum(of state: JSONTree) {
        #if DEBUG
        raw(",\"sum\":\(state.checksum)")
        #endif
    }
}

/// Identifies a scene in the messages.
struct SceneOnWire {
    let id: Int
    let name: String
    /// The id of the parent, whose state this scene follows.
    var parent: Int?
    var place: JSONTree?
    /// The reference with which the host has opened the scene.
    var ref: Int?
    /// The first revision. It is 0 except for restored scenes.
    var revision = 0
}
