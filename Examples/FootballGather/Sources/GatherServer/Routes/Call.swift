import Foundation
import SceneWeb

/// A request, with functions that read its parameters and its body.
struct Call: Sendable {
    let request: WebRequest
    private let parameters: [String]

    init(_ request: WebRequest, _ parameters: [String]) {
        self.request = request
        self.parameters = parameters
    }

    /// Returns a parameter that is a number.
    func integer(_ index: Int) throws -> Int {
        guard let number = Int(parameters[index]) else { throw Refusal.bad() }
        return number
    }

    /// Returns a parameter that is a UUID, in upper case as in the database.
    func uuid(_ index: Int) throws -> String {
        guard let id = UUID(uuidString: parameters[index]) else { throw Refusal.bad() }
        return id.uuidString
    }

    /// Returns the header `Idempotency-Key`, or nil if the request has none.
    ///
    /// - Parameter content: The part of the body that is read. Requests with the same key must not differ in it.
    func key(_ content: Data = Data()) throws -> IdempotencyKey? {
        try request.header("Idempotency-Key").map { try IdempotencyKey($0, path: request.path, content: content) }
    }

    /// Decodes the body.
    ///
    /// The header `Content-Type` must say that the body is JSON. A browser does not let a page of another site send such a
    /// request without first asking this server whether it may.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
        let mediaType = request.header("Content-Type")?.split(separator: ";").first ?? ""
        guard mediaType.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
            throw Refusal.unsupportedMediaType
        }
        do {
            return try JSONDecoder().decode(type, from: request.body)
        } catch DecodingError.keyNotFound(let key, _) {
            throw Refusal.bad("Value required for key '\(key.stringValue)'.")  // FG-API-22
        } catch DecodingError.valueNotFound(_, let context) {
            guard let key = context.codingPath.last else { throw Refusal.bad() }
            throw Refusal.bad("Value required for key '\(key.stringValue)'.")
        } catch {
            throw Refusal.bad()
        }
    }
}
