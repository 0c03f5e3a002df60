import Foundation
import SceneWeb

extension WebResponse {
    /// FG-API-22.
    private static let jsonType = "application/json; charset=utf-8"

    static func json(_ value: some Encodable) throws -> WebResponse {
        .bytes(try encoder.encode(value), type: jsonType)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        // Equal values are equal bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// FG-API-20: the path of what was created.
    static func created(_ path: String, _ id: some CustomStringConvertible) -> WebResponse {
        .empty(201, headers: [("Location", "\(path)/\(id)")])
    }

    /// FG-API-22.
    static func error(_ status: Int, _ reason: String) -> WebResponse {
        struct Body: Encodable {
            let error = true
            let reason: String
        }
        // It cannot fail: there are no numbers in it.
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
        case .unsupportedMediaType: .error(415, "Unsupported Media Type")
        case .usernameTaken: .somethingWentWrong
        case .busy: .error(503, "Service Unavailable")
        }
    }
}

extension WebResponse {
    /// FG-API-22: whatever it was, the client does not learn it.
    static let somethingWentWrong = WebResponse.error(500, "Something went wrong.")
}
