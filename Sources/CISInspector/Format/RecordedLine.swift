/// A line of a recording: something that has happened.
public struct RecordedLine: Sendable, Hashable {
    /// What has happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A scene was opened, or was there when the recording began.
        case open
        /// An action began.
        case action
        /// A use case began.
        case useCase
        /// An action or a use case has ended.
        case done
        /// A mutation was applied, with its commit and its side effects.
        case mutation
        /// An output was sent to the parent.
        case output
        /// An action or a mutation was dropped.
        case drop
        /// A running action was cancelled by a policy.
        case cancel
        /// The scene was stopped.
        case stop
        /// A function of a worker was called.
        case call
        /// A worker has answered a call, and the caller went on.
        case answer

        /// Whether it ends an earlier line.
        var isEnd: Bool { self == .done || self == .answer }
    }

    /// The line in the file, counted from 1.
    public let line: Int
    /// The number of the event.
    public let number: Int
    /// What has happened.
    public let kind: Kind
    /// Microseconds since the start.
    public let time: Int
    /// The number of the scene.
    public let scene: Int?
    /// The number of the event that has caused it, if it was not caused from outside.
    public let cause: Int?
    /// `commit` if an observer of the cause did it, `effects` if the side effects of the cause did it.
    public let via: String?
    /// Where it was executed, as `Module/File.swift:12`.
    public let callSite: String?
    /// The name of the enum case of ``value``. For an opened scene, the name of its definition; for a call, that of the
    /// function.
    public let name: String
    /// The action, use case, mutation or output. For an opened scene, its state. For a call, its arguments; for an answer,
    /// what was returned or thrown.
    public let value: RecordedValue?
    /// The type of ``value``, if it was not `Codable`.
    public let opaque: String?
    /// For the end of an action or a use case, and for an answer: the number of the event or call.
    public let ended: Int?
    /// How it ended: `finished`, `cancelled`, `unheard` for an output without a parent, `returned` or `threw` for an answer.
    public let ending: String?
    /// Why something was dropped or cancelled.
    public let reason: String?
    /// What was dropped: `action` or `mutation`.
    public let dropped: String?
    /// How long a mutation took, with observers and side effects, in microseconds.
    public let duration: Int?
    /// The number of the commit.
    public let revision: Int?
    /// The hash of the state of an opened scene, or after a mutation.
    public let hash: String?
    /// How the state has changed.
    let change: Patch?
    /// The number of the parent of an opened scene.
    public let parent: Int?
    /// Where an opened scene is in its parent.
    public let place: String?
    /// The types of an opened scene.
    public let types: SceneTypes?

    /// The protocol of a called worker.
    public let worker: String?
    /// Whether a called function is not `async`.
    let isSynchronous: Bool
    /// The type of an answer's value, with its module. `nil` if other files cannot name it.
    let type: String?

    /// Whether it lasts until a line of the kind ``Kind/done`` or ``Kind/answer``.
    var isBar: Bool { kind == .action || kind == .useCase || kind == .call }

    /// Returns `nil` for a line of a kind that a later version has added.
    init?(_ fields: LineFields) throws(RecordingProblem) {
        let whole = "a whole number"
        let word = try fields.required("k", \.text, "the kind of the line, a text")
        guard let kind = Kind(rawValue: word) else { return nil }
        self.kind = kind
        line = fields.line
        // Ids of spans are made of it, which are not 0.
        number = try fields.required("i", { $0.int.flatMap { $0 > 0 ? $0 : nil } }, "a whole number above 0")
        time = try fields.required("t", \.microseconds, LineFields.microseconds)
        scene = kind.isEnd ? nil : try fields.required("s", \.int, whole)
        cause = fields.known("c", \.int)
        via = fields.known("via", \.text)
        callSite = fields.known("at", \.text)
        opaque = fields.known("opaque", \.text)
        ended = kind.isEnd ? try fields.required("of", \.int, whole) : nil
        ending = fields.known("how", \.text)
        reason = fields.known("reason", \.text)
        dropped = fields.known("what", \.text)
        parent = fields.known("parent", \.int)
        place = fields.known("place", \.text)
        let isMutation = kind == .mutation
        duration = fields.value["d"] == nil ? nil : try fields.required("d", \.microseconds, LineFields.microseconds)
        revision = isMutation ? try fields.required("rev", \.int, whole) : fields.known("rev", \.int)
        hash = fields.known("hash", \.text)
        worker = fields.known("worker", \.text)
        isSynchronous = fields.value["sync"] == .bool(true)
        type = fields.known("type", \.text)
        switch kind {
        case .open: name = try fields.required("name", \.text, "a name")
        case .done, .stop: name = ""
        case .answer: name = fields.known("case", \.text) ?? ""
        default: name = try fields.required("case", \.text, "the name of the case")
        }
        value = try kind == .open ? fields.required("state", { $0 }, "the state") : fields.value["v"]
        types = kind == .open ? fields.value["types"].flatMap(SceneTypes.init(_:)) : nil
        if let state = fields.value["state"], isMutation {
            change = Patch(setting: state)
        } else if let patch = fields.value["patch"], isMutation {
            change = Patch(patch)
            if change == nil { throw fields.problem("patch", "a list of steps", patch.kind) }
        } else {
            change = nil
        }
    }
}
