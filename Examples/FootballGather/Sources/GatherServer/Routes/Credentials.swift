import Foundation
import SceneWeb

extension Call {
    /// `Authorization: Bearer <token>`.
    var token: Token? { authorization("bearer").map(Token.init) }

    /// `Authorization: Basic <base64 of name:password>`. The name ends at the first colon.
    var nameAndPassword: (name: String, password: String)? {
        guard let encoded = authorization("basic"), let data = Data(base64Encoded: encoded),
            let text = String(data: data, encoding: .utf8), !text.utf8.contains(0)
        else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    private func authorization(_ scheme: String) -> String? {
        let words = request.header("Authorization")?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == scheme else { return nil }
        return String(words[1])
    }
}
