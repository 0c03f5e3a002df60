/// A problem with a message of the host. It is sent as an `error` message.
package struct WireError: Error, Equatable {
    /// The kind of problem, for programs.
    package enum Code: String, Sendable {
        /// The bytes are not JSON text in UTF-8.
        case badJSON
        /// A key occurs twice in an object.
        case duplicateKey
        /// The message is nested too deeply.
        case tooDeep
        /// The message is too long.
        case tooLong
        /// The type of the message is unknown.
        case unknownType
        /// A member of the message is missing, or of the wrong type.
        case badMessage
        /// The action cannot be decoded.
        case badAction
        /// The input of a scene cannot be decoded.
        case badInput
        /// The app has no scene with this name that a host can open.
        case unknownName
        /// No scene with this id was ever opened.
        case unknownScene
        /// The scene was closed, or its parent has dismissed it.
        case closedScene
        /// Too many scenes are open.
        case tooManyScenes
        /// Too many actions are in flight.
        case busy
        /// A number of an action was skipped.
        case skippedNumber
        /// The outcome of the action is no longer stored.
        case forgottenNumber
        /// No action with this reference is in flight or among those that have ended most recently.
        case unknownRef
        /// The reference is in use.
        case usedRef
        /// A revision was acknowledged that was never sent.
        case badRevision
        /// No such call was ever made.
        case unknownCall
        /// The call has ended: answered, or cancelled.
        case closedCall
        /// The answer cannot be decoded, or comes too fast.
        case badReply
        /// The first message must be `hello`.
        case noHello
        /// The host has already sent `hello`.
        case secondHello
        /// Host and app have no protocol version in common.
        case badVersion
        /// The host was built for other types than those of the app.
        case otherSchema
        /// The session cannot be resumed; a new one has begun.
        case cannotResume
        /// The state of a scene cannot be encoded.
        case notEncodable
        /// The host reads too slowly.
        case slowHost
    }

    package var code: Code
    /// The place of the problem: a JSON pointer into the message.
    package var at: String
    /// What was expected.
    package var expected: String
    /// What was received instead.
    package var got: String
    /// The id of the scene whose state the host waits for, if it cannot be encoded.
    package var scene: Int?
    /// Whether the connection ends with this error.
    package var isFatal = false
    /// The differences between the types of the host and those of the app, each with a grade, a place and a text.
    package var differences: [[String]] = []

    package init(_ code: Code, at: String, expected: String, got: String, isFatal: Bool = false) {
        self.code = code
        self.at = at
        self.expected = expected
        self.got = got
        self.isFatal = isFatal
    }
}

extension JSONTree {
    /// A description of the value for error messages. Scalars are shown if they are short.
    var shortDescription: String {
        switch self {
        case .array(let node): return "an array of \(node.elements.count)"
        case .object(let node): return "an object with \(node.shape.keys.prefix(8).joined(separator: ", "))"
        case .text(let text) where text.utf8.count > 80: return "text of \(text.utf8.count) bytes"
        default: return String(decoding: bytes, as: UTF8.self)
        }
    }
}
