/// A tree of scenes as one value: the state of each, and of the children that follow it.
///
/// Save it wherever you like; it is `Codable`. Restore it around the assembly of the topmost scene:
///
/// ```swift
/// let snapshot = try scene.snapshot(using: coder)
/// let restored = try snapshot.restore(using: coder) { App.assemble() }
/// ```
public struct SceneSnapshot: Codable, Sendable, Hashable {
    /// How many levels a tree of scenes may have that is saved: the topmost, its children, theirs and so on.
    ///
    /// A snapshot is nested as its scenes are, and so are its encoded forms. This is what common formats still read: the
    /// JSON of Foundation refuses 260 levels.
    public static let greatestDepth = 250

    /// The type of the state, by name.
    public let type: String
    /// The state, encoded.
    public let state: String
    /// The children that were declared with `present`, `stack` or `list`, by declaration and element.
    public let children: [String: SceneSnapshot]

    /// For what keeps snapshots, and changes them from version to version.
    package init(type: String, state: String, children: [String: SceneSnapshot]) {
        self.type = type
        self.state = state
        self.children = children
    }

    /// Assembles a scene that starts from its saved state, with the children it had, in their saved states.
    ///
    /// The first scene made inside `assemble` whose state has the saved type takes the saved state in place of the one
    /// it was given; its children come from its own `present`, `stack` and `list` declarations, and its sources are opened, as
    /// the state asks for. No action is executed. A child whose saved state cannot be decoded, or is that of another
    /// scene, starts as its route says, and is reported.
    ///
    /// - Parameters:
    ///   - coder: Decodes the states, as they were encoded.
    ///   - assemble: Makes the scene, as at any other start.
    /// - Throws: ``SnapshotError`` if the state of the scene itself cannot be decoded, no scene took it, or the snapshot has
    ///   more levels than ``greatestDepth``; what `assemble` throws.
    @MainActor
    public func restore<Definition: SceneDefinition>(
        using coder: StateCoder, _ assemble: () throws -> SceneRuntime<Definition>
    ) throws -> SceneRuntime<Definition> {
        if isTooDeep { throw SnapshotError(code: .tooDeep, type: type, underlying: nil) }
        let restoration = Restoration(self, coder)
        let scene = try Restoration.during(restoration, assemble)
        if let error = restoration.end() { throw error }
        return scene
    }

    private var isTooDeep: Bool {
        var level = [self]
        for _ in 0..<Self.greatestDepth where !level.isEmpty { level = level.flatMap(\.children.values) }
        return !level.isEmpty
    }
}

/// How states become text and back. The core knows no format: give it an encoder's functions.
///
/// ```swift
/// StateCoder(
///     encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
///     decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
/// ```
public struct StateCoder: Sendable {
    let encode: @Sendable (any Encodable) throws -> String
    let decode: @Sendable (any Decodable.Type, String) throws -> any Decodable

    /// Makes a coder.
    ///
    /// - Parameters:
    ///   - encode: Encodes a state.
    ///   - decode: Decodes a state of the given type from what `encode` made.
    public init(
        encode: @escaping @Sendable (any Encodable) throws -> String,
        decode: @escaping @Sendable (any Decodable.Type, String) throws -> any Decodable
    ) {
        self.encode = encode
        self.decode = decode
    }
}

/// Why a tree of scenes could not be saved or restored.
public struct SnapshotError: Error, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Sendable, Hashable {
        private enum Value { case notCodable, encoding, decoding, typeMismatch, tooDeep, ambiguousID }
        private let value: Value

        /// The state of a scene is not `Codable`.
        public static let notCodable = Code(value: .notCodable)
        /// A state could not be encoded.
        public static let encoding = Code(value: .encoding)
        /// A state could not be decoded.
        public static let decoding = Code(value: .decoding)
        /// No scene with a state of the saved type was assembled.
        public static let typeMismatch = Code(value: .typeMismatch)
        /// The tree has more levels than ``SceneSnapshot/greatestDepth``.
        public static let tooDeep = Code(value: .tooDeep)
        /// Two items of one ``SceneList`` have ids that are the same as text.
        public static let ambiguousID = Code(value: .ambiguousID)
    }

    /// What went wrong.
    public let code: Code
    /// The type of the state it went wrong with.
    public let type: String
    /// What the coder threw, if it did.
    public let underlying: (any Error)?

    /// One sentence that names the state and the remedy.
    public var description: String {
        let reason = underlying.map { " \($0)" } ?? ""
        return switch code {
        case .notCodable: "The state \(type) is not Codable. Make it so, and it can be saved."
        case .encoding: "The state \(type) could not be encoded.\(reason)"
        case .ambiguousID:
            "Two items of a list in \(type) have ids that are the same as text, so their scenes cannot be told apart. "
                + "Give the type of the ids a description that tells them apart."
        case .tooDeep:
            "The tree of scenes has more than the \(SceneSnapshot.greatestDepth) levels that a snapshot may have, "
                + "down to \(type). Save its scenes in parts."
        case .decoding: "The saved state \(type) could not be decoded.\(reason) Start without the snapshot."
        default: "No scene with the state \(type) was assembled. Restore the snapshot around the scene it was taken of."
        }
    }
}
