/// The tokens with which a host resumes its session. A `welcome` contains a new token. The previous token remains valid
/// until the host sends its next message, because the `welcome` may have been lost. If the host uses it, the `welcome`
/// contains the same token again.
struct ResumeTokens {
    private(set) var current = Self.random()
    private var previous: String?

    /// Whether a token is valid for the session.
    func contains(_ token: String) -> Bool {
        // Both comparisons always run to the end, so that the time taken reveals nothing about the tokens.
        let isCurrent = Self.isSame(token, current)
        let isPrevious = Self.isSame(token, previous ?? "")
        return isCurrent || isPrevious && previous != nil
    }

    /// Creates a new token for the next `welcome`. The token that the host used remains valid for now.
    mutating func renew(keeping token: String) {
        // The answer to another `hello` with the previous token has the current one. This `hello` may be the older of the two,
        // held up on its way, and the host has read the other answer.
        guard Self.isSame(token, current) else { return }
        previous = token
        current = Self.random()
    }

    /// Invalidates the previous token. Called when the host has shown that it received the current one.
    mutating func confirm() {
        previous = nil
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func random() -> String {
        // The system's generator is cryptographically secure.
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }
}
