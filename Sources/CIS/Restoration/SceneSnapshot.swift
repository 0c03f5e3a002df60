/// A tree of scenes as one value: the state of a scene and of the children that follow it.
///
/// It is `Codable`, so it can be saved anywhere. To restore it, assemble the topmost scene inside `restore`. See
/// <doc:Restoration>.
public struct SceneSnapshot: Codable, Sendable, Hashable {
    /// The greatest number of levels in a saved tree of scenes.
    ///
    /// A snapshot and its encoded form are nested like its scenes. Common formats limit the depth: Foundation's JSON
    /// decoder refuses 260 levels.
    public static let greatestDepth = 250

    /// The type of the state, by name.
    public let type: String
    /// The state, encoded.
    public let state: String
    /// The children that were declared with `present`, `stack` or `list`. The key names the declaration and the
    /// element.
    public let children: [String: SceneSnapshot]

    /// Creates a snapshot, for code that stores and migrates snapshots.
    package init(type: String, state: String, children: [String: SceneSnapshot]) {
        self.type = type
        self.state = state
        self.children = children
    }
}

/// The error if a tree of scenes cannot be saved or restored.
public struct SnapshotError: Error, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Sendable {
        /// The state of a scene is not `Codable`.
        case notCodable
        /// A state could not be encoded.
        case encoding
        /// A state could not be decoded.
        case decoding
        /// No scene with a state of the saved type was assembled.
        case typeMismatch
        /// The tree has more levels than ``SceneSnapshot/greatestDepth``.
        case tooDeep
        /// Two items of a ``SceneList`` have ids with the same text.
        case ambiguousID
        /// A scene of the tree was stopped, and has lost the children that follow its state.
        case stopped
    }

    /// What went wrong.
    public let code: Code
    /// The type of the state that caused the error.
    public let type: String
    /// The error of the coder, if there is one.
    public let underlying: (any Error)?

    /// One sentence that names the state and a remedy.
    public var description: String {
        let reason = underlying.map { " \($0)" } ?? ""
        return switch code {
        case .notCodable: "The state \(type) cannot be saved, because it is not Codable. Declare it Codable."
        case .encoding: "The state \(type) could not be encoded.\(reason)"
        case .ambiguousID:
            "Two items of a list in \(type) have ids with the same text, so their scenes cannot be distinguished. "
                + "Give the type of the ids a description that is different for each id."
        case .tooDeep:
            "The tree of scenes has more than the \(SceneSnapshot.greatestDepth) levels that a snapshot may have, "
                + "down to \(type). Save its scenes in parts."
        case .stopped:
            "A scene with the state \(type) was stopped, so the states of its children are gone. "
                + "Take the snapshot before the scene is stopped."
        case .decoding: "The saved state \(type) could not be decoded.\(reason) Start without the snapshot."
        case .typeMismatch:
            "No scene with the state \(type) was assembled. Assemble the scene of which the snapshot was taken."
        }
    }
}

/// Encodes states as text, and decodes them. The core has no format of its own: pass the functions of an encoder and a
/// decoder; see <doc:Restoration>.
public struct StateCoder: Sendable {
    let encode: @Sendable (any Encodable) throws -> String
    let decode: @Sendable (any Decodable.Type, String) throws -> any Decodable
    /// How many levels are above the scene whose state is encoded.
    var depth = 0

    /// Creates a coder.
    ///
    /// - Parameters:
    ///   - encode: Encodes a state.
    ///   - decode: Decodes a state of the given type from a text that `encode` has returned.
    public init(
        encode: @escaping @Sendable (any Encodable) throws -> String,
        decode: @escaping @Sendable (any Decodable.Type, String) throws -> any Decodable
    ) {
        self.encode = encode
        self.decode = decode
    }
}
