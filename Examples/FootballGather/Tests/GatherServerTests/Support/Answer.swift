import Foundation

/// A server's answer.
struct Answer: Sendable {
    /// The status, or 0 if there was no answer.
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ text: String) {
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (halves.first ?? "").split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        body = halves.count > 1 ? String(halves[1]) : ""
    }

    /// The last component of the header `Location`.
    var id: String { headers["location"]?.split(separator: "/").last.map(String.init) ?? "" }

    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.utf8))
    }

    /// FG-API-22: the reason of an error.
    var reason: String? {
        struct Body: Decodable {
            var error: Bool
            var reason: String
        }
        guard headers["content-type"] == "application/json; charset=utf-8", let body = try? decoded(Body.self),
            body.error
        else { return nil }
        return body.reason
    }
}
