/// The host of a session, as the assembly of a scene sees it: where workers come from that the host implements.
@MainActor
public struct BridgeHost {
    private weak let session: SessionCore?

    init(_ session: SessionCore) {
        self.session = session
    }

    /// A worker that the host implements: what only the host has, such as a file picker or a camera.
    ///
    /// - Parameter name: What the host knows it by.
    public func worker(_ name: String) -> HostWorker { HostWorker(name: name, session: session) }
}

/// Why a call of a worker that the host implements has failed.
public struct HostError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// The host has answered with an error.
        case refused
        /// The host has said `bye`, or did not come back in time.
        case hostHasLeft
        /// The arguments cannot be encoded.
        case notEncodable
        /// The host sends the elements of a stream faster than they are taken.
        case tooFast
    }

    /// What went wrong.
    public let code: Code
    /// What the host has said, as JSON text, or what is wrong, in words.
    public let text: String

    static let hostHasLeft = HostError(code: .hostHasLeft, text: "The host has left before it answered.")

    init(code: Code, text: String) {
        self.code = code
        self.text = text
    }

    /// What the host has said.
    init(_ error: JSONTree) {
        code = .refused
        text = error.textValue ?? String(decoding: error.bytes, as: UTF8.self)
    }

    /// What went wrong, in words.
    public var description: String { code == .refused ? "The host has refused: \(text)" : text }
}
