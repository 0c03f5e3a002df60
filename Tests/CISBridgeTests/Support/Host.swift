import CISBridge
import TestSupport
import Testing

/// A host that behaves like a page: it keeps a tree per scene, applies patches, and acknowledges states.
@MainActor
final class Host {
    let session: BridgeSession
    private let messages: BridgeSession.Messages
    /// The current state of each scene.
    private(set) var states: [Int: JSONTree] = [:]
    private(set) var revisions: [Int: Int] = [:]
    /// All messages that have arrived.
    private(set) var received: [JSONTree] = []
    var acknowledges = true
    var name = "s"
    private var lastMarker = 1_000_000
    private var lastNumber = 0

    init(_ app: BridgedApp) {
        session = app.session()
        messages = session.messages
    }

    /// Sends `hello`, and receives the `welcome`.
    @discardableResult
    func connect(window: Int = 1, resume: String? = nil, schema: String? = nil) async -> JSONTree {
        let resumption = resume.map { ",\"resume\":\($0)" } ?? ""
        let version = schema.map { ",\"schema\":\"\($0)\"" } ?? ""
        send("{\"type\":\"hello\",\"v\":[1,1],\"client\":\"test\",\"window\":\(window)\(version)\(resumption)}")
        return await next()
    }

    func send(_ text: String) {
        session.send(Array(text.utf8))
    }

    /// Executes the next action.
    func act(_ action: String, ref: Int? = nil, scene: Int = 1) {
        lastNumber += 1
        act(action, number: lastNumber, ref: ref ?? lastNumber, scene: scene)
    }

    func act(_ action: String, number: Int, ref: Int, scene: Int = 1) {
        lastNumber = max(lastNumber, number)
        send("{\"type\":\"act\",\"ref\":\(ref),\"scene\":\(scene),\"n\":\(number),\"action\":\(action)}")
    }

    @discardableResult
    func open(_ name: String = "shop", ref: Int = 500) async -> JSONTree {
        send("{\"type\":\"open\",\"ref\":\(ref),\"scene\":\"\(name)\"}")
        return await next()
    }

    /// Returns the next message, after applying it.
    func next() async -> JSONTree {
        guard let bytes = await messages.next() else { return .object(["type": .text("end")]) }
        guard let tree = try? JSONReader.read(bytes) else {
            Issue.record("no JSON: \(String(decoding: bytes, as: UTF8.self))")
            return .null
        }
        received.append(tree)
        apply(tree)
        return tree
    }

    /// Returns the next message of a type, or an error or the end if it comes first, so that the test fails instead of
    /// waiting. The messages before it are applied, too.
    func next(_ type: String) async -> JSONTree {
        while true {
            let message = await next()
            if [type, "error", "end"].contains(message.type) { return message }
        }
    }

    /// Returns all messages that result from what was sent until now.
    func rest() async -> [JSONTree] {
        // A message is received in one main-actor job. Its action may start in a second, and an action of its scene's
        // parent in a third.
        for _ in 1...3 { await startsOfActions() }
        lastMarker += 1
        send("{\"type\":\"cancel\",\"ref\":\(lastMarker)}")
        var messages: [JSONTree] = []
        while true {
            let message = await next()
            if message["got"]?.textValue == "\(lastMarker)" || message["type"]?.textValue == "end" { return messages }
            messages.append(message)
        }
    }

    /// Returns the one message that results from what was sent until now. Unlike ``next()``, it does not wait if there is none.
    func answer() async -> JSONTree {
        let messages = await rest()
        #expect(messages.count == 1)
        return messages.first ?? .null
    }

    /// The `resume` part of a `hello` after a lost connection.
    func resumption(_ welcome: JSONTree) -> String {
        let seen = revisions.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let session = welcome["session"]?.textValue ?? ""
        return "{\"session\":\"\(session)\",\"token\":\"\(welcome["token"]?.textValue ?? "")\",\"seen\":{\(seen)}}"
    }

    /// Takes over the states of another connection of the same page.
    func remember(_ other: Host) {
        states = other.states
        revisions = other.revisions
        lastNumber = other.lastNumber
    }

    private func apply(_ message: JSONTree) {
        guard let scene = message["scene"]?.intValue else { return }
        switch message["type"]?.textValue {
        case "opened": states[scene] = message["state"]
        case "state": states[scene] = message["full"]
        case "patch":
            #expect(message["base"]?.intValue == revisions[scene], "a patch of another revision")
            states[scene] = states[scene]?.applying(operations(in: message))
        case "closed":
            states[scene] = nil
            revisions[scene] = nil
            return
        default: return
        }
        #if DEBUG
        #expect(message["sum"] != nil, "a debug build sends a checksum")
        #endif
        if let sum = message["sum"]?.intValue { #expect(states[scene].map { Int($0.checksum) } == sum, "drift") }
        revisions[scene] = message["rev"]?.intValue
        if acknowledges, message["type"]?.textValue != "opened" { acknowledge(scene) }
    }

    func acknowledge(_ scene: Int) {
        send("{\"type\":\"ack\",\"scene\":\(scene),\"rev\":\(revisions[scene] ?? -1)}")
    }

    private func unknown(_ step: JSONTree, _ path: String) -> PatchOperation {
        Issue.record("no step of a patch: \(step.text)")
        return .remove(path: path)
    }

    private func operations(in patch: JSONTree) -> [PatchOperation] {
        (patch["ops"]?.arrayValue ?? []).map { step in
            let path = step["path"]?.textValue ?? ""
            return switch step["op"]?.textValue {
            case "add": .add(path: path, step["value"] ?? .null)
            case "remove": .remove(path: path)
            case "move": .move(from: step["from"]?.textValue ?? "", path: path)
            case "replace": .replace(path: path, step["value"] ?? .null)
            default: unknown(step, path)
            }
        }
    }
}

extension JSONTree {
    var type: String { self["type"]?.textValue ?? "" }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
