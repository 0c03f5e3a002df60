import Foundation
import SceneWeb

extension Call {
    /// The token in `Authorization: Bearer <token>`.
    var token: Token? { authorization("bearer").map(Token.init) }

    /// The name and the password in `Authorization: Basic <base64 of name:password>`. The name ends at the first colon.
    var nameAndPassword: (name: String, password: String)? {
        guard let encoded = authorization("basic"), let data = Data(base64Encoded: encoded),
            let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0),
            // Searches for the byte, because a combining mark at the start of the password forms one Character with the colon.
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    private func authorization(_ scheme: String) -> String? {
        let words = request.header("Authorization")?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == scheme else { return nil }
        return String(words[1])
    }
}
