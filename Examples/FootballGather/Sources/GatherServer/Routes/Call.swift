import Foundation
import SceneWeb

/// A request, and what the route finds in it.
struct Call: Sendable {
    let request: WebRequest
    private let parameters: [String]

    init(_ request: WebRequest, _ parameters: [String]) {
        self.request = request
        self.parameters = parameters
    }

    /// An id that is a number.
    func integer(_ index: Int) throws -> Int {
        guard let number = Int(parameters[index]) else { throw Refusal.bad() }
        return number
    }

    /// An id that is a UUID, in upper case as the database has it.
    func uuid(_ index: Int) throws -> String {
        guard let id = UUID(uuidString: parameters[index]) else { throw Refusal.bad() }
        return id.uuidString
    }

    /// The body, which must be said to be JSON. A page of another site can send no such request without being asked first.
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
