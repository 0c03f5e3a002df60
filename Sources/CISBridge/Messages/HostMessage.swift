/// A message of a host, decoded from its JSON tree.
enum HostMessage {
    case hello(Hello)
    case open(ref: Int, name: String, input: JSONTree?)
    case act(Act)
    case cancel(ref: Int)
    case ack(scene: Int, revision: Int)
    case sync(scene: Int)
    case reply(Reply)
    case close(scene: Int)
    case bye

    struct Hello {
        var versions: ClosedRange<Int>
        var schema: String?
        /// The complete schema that the host was built for.
        var types: JSONTree?
        var window: Int
        var resume: Resume?
    }

    struct Resume {
        var session: String
        var token: String
        /// For each scene, the revision that the host has.
        var seen: [Int: Int]
    }

    struct Act {
        var ref: Int
        var scene: Int
        var number: Int
        var action: JSONTree
        /// The revision of the scene that the host has. It is an acknowledgement, like `ack`.
        var seen: Int?
    }

    struct Reply {
        var call: Int
        var answer: Answer
        var hasMore: Bool
        /// The number of the answer in its call. Without it, an answer that is sent twice counts as two answers.
        var number: Int?
    }

    enum Answer {
        case success(JSONTree)
        case failure(JSONTree)
    }
}

/// Reads the members of a message. An error names the place of the member.
struct MessageReader {
    let tree: JSONTree

    /// Reads a message.
    ///
    /// - Throws: ``WireError``.
    static func read(_ tree: JSONTree) throws(WireError) -> HostMessage {
        let reader = MessageReader(tree: tree)
        guard case .object = tree else {
            throw WireError(.badMessage, at: "", expected: "an object", got: tree.shortDescription)
        }
        switch try reader.text("type") {
        case "hello": return .hello(try reader.hello())
        case "open": return .open(ref: try reader.int("ref"), name: try reader.text("scene"), input: tree["input"])
        case "act":
            let action = try reader.member("action", "an action")
            return .act(
                HostMessage.Act(
                    ref: try reader.int("ref"), scene: try reader.int("scene"), number: try reader.int("n"),
                    action: action, seen: try reader.optionalInt("seen")))
        case "cancel": return .cancel(ref: try reader.int("ref"))
        case "ack": return .ack(scene: try reader.int("scene"), revision: try reader.int("rev"))
        case "sync": return .sync(scene: try reader.int("scene"))
        case "reply": return .reply(try reader.reply())
        case "close": return .close(scene: try reader.int("scene"))
        case "bye": return .bye
        case let other:
            throw WireError(
                .unknownType, at: "/type",
                expected: "hello, open, act, cancel, ack, sync, reply, close or bye", got: other)
        }
    }

    private func hello() throws(WireError) -> HostMessage.Hello {
        let versions = try member("v", "the least and the greatest version")
        guard let bounds = versions.arrayValue, bounds.count == 2, let least = bounds[0].intValue,
            let greatest = bounds[1].intValue, least <= greatest
        else {
            throw WireError(
                .badMessage, at: "/v", expected: "the least and the greatest version", got: versions.shortDescription)
        }
        let window = try optionalInt("window") ?? 1
        guard (1...8).contains(window) else {
            throw WireError(.badMessage, at: "/window", expected: "1 to 8", got: "\(window)")
        }
        let schema = tree["schema"] == nil ? nil : try text("schema")
        return HostMessage.Hello(
            versions: least...greatest, schema: schema, types: tree["types"], window: window, resume: try resume())
    }

    private func resume() throws(WireError) -> HostMessage.Resume? {
        guard let resume = tree["resume"] else { return nil }
        guard let session = resume["session"]?.textValue, let token = resume["token"]?.textValue else {
            throw WireError(
                .badMessage, at: "/resume", expected: "session and token as text", got: resume.shortDescription)
        }
        var seen: [Int: Int] = [:]
        if let known = resume["seen"] {
            guard case .object(let node) = known else {
                throw WireError(
                    .badMessage, at: "/resume/seen", expected: "revisions by scene", got: known.shortDescription)
            }
            for (key, value) in zip(node.shape.keys, node.values) {
                guard let scene = Int(key), let revision = value.intValue else {
                    throw WireError(
                        .badMessage, at: "/resume/seen/" + escapedForPointer(key), expected: "a revision of a scene",
                        got: value.shortDescription)
                }
                seen[scene] = revision
            }
        }
        return HostMessage.Resume(session: session, token: token, seen: seen)
    }

    private func reply() throws(WireError) -> HostMessage.Reply {
        var hasMore = false
        if let more = tree["more"] {
            guard let value = more.boolValue else {
                throw WireError(.badMessage, at: "/more", expected: "a Boolean", got: more.shortDescription)
            }
            hasMore = value
        }
        let call = try int("call")
        let number = try optionalInt("n")
        if let number, number < 1 {
            throw WireError(.badMessage, at: "/n", expected: "1, 2, 3 and so on", got: "\(number)")
        }
        switch (tree["ok"], tree["err"]) {
        case (let value?, nil):
            return HostMessage.Reply(call: call, answer: .success(value), hasMore: hasMore, number: number)
        case (nil, let error?):
            return HostMessage.Reply(call: call, answer: .failure(error), hasMore: false, number: number)
        default:
            throw WireError(
                .badMessage, at: "", expected: "either ok or err", got: tree["ok"] == nil ? "neither" : "both")
        }
    }

    private func member(_ key: String, _ expected: String) throws(WireError) -> JSONTree {
        guard let value = tree[key] else {
            throw WireError(.badMessage, at: "/" + key, expected: expected, got: "nothing")
        }
        return value
    }

    private func text(_ key: String) throws(WireError) -> String {
        let value = try member(key, "text")
        guard let text = value.textValue else {
            throw WireError(.badMessage, at: "/" + key, expected: "text", got: value.shortDescription)
        }
        return text
    }

    private func int(_ key: String) throws(WireError) -> Int {
        let value = try member(key, "a whole number")
        guard let number = value.intValue else {
            throw WireError(.badMessage, at: "/" + key, expected: "a whole number", got: value.shortDescription)
        }
        return number
    }

    private func optionalInt(_ key: String) throws(WireError) -> Int? { tree[key] == nil ? nil : try int(key) }
}
