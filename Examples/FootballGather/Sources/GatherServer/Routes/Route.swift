import SceneWeb

/// Answers the requests with one method and one path.
struct Route: Sendable {
    let method: String
    /// The parts of the path. A part that begins with a colon matches any text.
    private let pattern: [Substring]
    let answer: @Sendable (Call) async throws -> WebResponse

    init(
        _ method: String, _ path: String, _ answer: @escaping @Sendable (Call) async throws -> WebResponse
    ) {
        self.method = method
        pattern = path.split(separator: "/", omittingEmptySubsequences: false)
        self.answer = answer
    }

    /// Returns the texts that match the parts with a colon, or `nil` if the path does not match.
    func parameters(of path: [Substring]) -> [String]? {
        guard path.count == pattern.count else { return nil }
        var parameters: [String] = []
        for (part, pattern) in zip(path, pattern) {
            if pattern.hasPrefix(":") {
                parameters.append(String(part))
            } else if part != pattern {
                return nil
            }
        }
        return parameters
    }
}
