/// What a host shows to get its session back. Each welcome brings a new token; the one before is good until the host has
/// spoken, because the welcome may not have reached it.
struct ResumeTokens {
    private(set) var current = Self.random()
    private var previous: String?

    /// Whether a token opens the session.
    func contains(_ token: String) -> Bool {
        // Both looked at to the end, so that the time says nothing about the token.
        let isCurrent = Self.isSame(token, current)
        let isPrevious = Self.isSame(token, previous ?? "")
        return isCurrent || isPrevious && previous != nil
    }

    /// The host is welcomed again.
    mutating func renew(keeping token: String) {
        previous = token
        current = Self.random()
    }

    /// The host has the current token.
    mutating func confirm() {
        previous = nil
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func random() -> String {
        // The system's generator, which cannot be foretold.
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }
}
