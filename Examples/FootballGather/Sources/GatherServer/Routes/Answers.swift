import Foundation
import SceneWeb

extension WebResponse {
    /// FG-API-22: the type of all answers with a body.
    private static let jsonType = "application/json; charset=utf-8"

    static func json(_ value: some Encodable, headers: [(String, String)] = []) throws -> WebResponse {
        .bytes(try encoder.encode(value), type: jsonType, headers: headers)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        // Sorted, so that equal values give equal bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// FG-API-20: the answer with the path of the created object.
    static func created(_ path: String, _ id: some CustomStringConvertible) -> WebResponse {
        .empty(201, headers: [("Location", "\(path)/\(id)")])
    }

    /// FG-API-22: an error with a reason.
    static func error(_ status: Int, _ reason: String) -> WebResponse {
        struct Body: Encodable {
            let error = true
            let reason: String
        }
        // Encoding cannot fail, because the value contains no numbers.
        let body = (try? encoder.encode(Body(reason: reason))) ?? Data()
        return .bytes(body, type: jsonType, status: status)
    }
}

extension Refusal {
    var response: WebResponse {
        switch self {
        case .notAuthenticated: .error(401, "User not authenticated.")  // FG-API-21
        case .notFound: .error(404, "Not Found")
        case .bad(let reason): .error(400, reason)
        case .stale: .error(412, "Precondition Failed")
        case .unsupportedMediaType: .error(415, "Unsupported Media Type")
        case .usernameTaken: .somethingWentWrong
        case .keyOfAnotherRequest: .error(422, "The Idempotency-Key belongs to another request.")
        case .busy: .error(503, "Service Unavailable")
        }
    }
}

extension WebResponse {
    /// FG-API-22: an internal error. The client does not learn its reason.
    static let somethingWentWrong = WebResponse.error(500, "Something went wrong.")
}
