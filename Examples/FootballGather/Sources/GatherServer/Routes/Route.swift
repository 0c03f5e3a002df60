import SceneWeb

/// What answers the requests of one method for one path.
struct Route: Sendable {
    let method: String
    /// The parts of the path. One that begins with a colon stands for any text.
    private let pattern: [Substring]
    let answer: @Sendable (Call) async throws -> WebResponse

    init(
        _ method: String, _ path: String, _ answer: @escaping @Sendable (Call) async throws -> WebResponse
    ) {
        self.method = method
        pattern = path.split(separator: "/", omittingEmptySubsequences: false)
        self.answer = answer
    }

    /// The texts in place of the parts with a colon, or `nil` if the path is another.
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
