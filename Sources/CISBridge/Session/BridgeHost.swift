/// The host of a session. An assembly uses it to get workers that the host implements.
@MainActor
public struct BridgeHost {
    private weak let session: SessionCore?

    init(_ session: SessionCore) {
        self.session = session
    }

    /// Returns a worker that the host implements. Use it for what only the host can do, such as showing a file picker.
    ///
    /// - Parameter name: The name of the worker in the host.
    public func worker(_ name: String) -> HostWorker { HostWorker(name: name, session: session) }
}

/// The error of a failed call to a ``HostWorker``.
public struct HostError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// The host answered with an error.
        case refused
        /// The host's answer is too long, cannot be read, or has another type.
        case badAnswer
        /// The session has ended: the host sent `bye`, or did not reconnect in time.
        case hostHasLeft
        /// The arguments of the call cannot be encoded.
        case notEncodable
        /// The host sent the elements of a stream faster than they were read, and did not wait for room.
        case tooFast
    }

    /// What went wrong.
    public let code: Code
    /// The host's error if the code is ``Code/refused``: a text as it is, any other value as JSON. Otherwise a
    /// description of the problem.
    public let text: String

    static let hostHasLeft = HostError(code: .hostHasLeft, text: "The host has left before it answered.")

    init(code: Code, text: String) {
        self.code = code
        self.text = text
    }

    /// Creates an error from the host's answer.
    init(_ error: JSONTree) {
        code = .refused
        text = error.textValue ?? String(decoding: error.bytes, as: UTF8.self)
    }

    /// What went wrong, in words.
    public var description: String { code == .refused ? "The host has refused: \(text)" : text }
}
