public import Foundation

/// Turns an answer into what the caller of a worker gets. The place where a transfer object becomes an entity:
///
/// ```swift
/// struct PlayerDTO: Decodable, Sendable {  // the server's words
///     var id: Int
///     var favouriteTeam: String?
///     var player: Player { Player(id: id, team: favouriteTeam ?? "") }
/// }
/// let decoder = ResponseDecoder.json(PlayerDTO.self, map: \.player)  // the domain's words
/// ```
///
/// What is thrown while decoding becomes ``HTTPError/Code/decoding``, with the place in the JSON and the beginning of the
/// answer; an ``HTTPError`` stays what it is.
public struct ResponseDecoder<Output: Sendable>: Sendable {
    let decode: @Sendable (HTTPResponse) throws -> Output

    /// A decoder of your own, which sees status, headers and content.
    public init(_ decode: @escaping @Sendable (HTTPResponse) throws -> Output) {
        self.decode = decode
    }

    /// What this decoder gives, turned into something else.
    ///
    /// - Parameter transform: Throws if a valid answer has no meaning in the domain.
    public func map<Mapped: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> Mapped
    ) -> ResponseDecoder<Mapped> {
        ResponseDecoder<Mapped> { [decode] response in try transform(decode(response)) }
    }
}

extension ResponseDecoder where Output: Decodable {
    /// JSON. No content is ``HTTPError/Code/emptyResponse``.
    ///
    /// - Parameters:
    ///   - type: What is in it.
    ///   - decoder: Says how dates and keys are read.
    public static func json(_ type: Output.Type, decoder: JSONDecoder = JSONDecoder()) -> ResponseDecoder {
        ResponseDecoder { response in
            guard !response.body.isEmpty else { throw HTTPError(.emptyResponse) }
            return try decoder.decode(type, from: response.body)
        }
    }
}

extension ResponseDecoder {
    /// JSON, turned into what the domain knows. The same as `ResponseDecoder.json(type, decoder: decoder).map(transform)`,
    /// where a bare `.json` is wanted.
    ///
    /// - Parameters:
    ///   - type: The transfer object in the JSON.
    ///   - decoder: Says how dates and keys are read.
    ///   - transform: Throws if a valid answer has no meaning in the domain.
    public static func json<Transferred: Decodable & Sendable>(
        _ type: Transferred.Type,
        decoder: JSONDecoder = JSONDecoder(),
        map transform: @escaping @Sendable (Transferred) throws -> Output
    ) -> ResponseDecoder {
        ResponseDecoder<Transferred>.json(type, decoder: decoder).map(transform)
    }
}

extension ResponseDecoder where Output == Data {
    /// The content as it is. It may be empty.
    public static var data: ResponseDecoder { ResponseDecoder(\.body) }
}

extension ResponseDecoder where Output == String {
    /// The content as UTF-8.
    public static var text: ResponseDecoder {
        ResponseDecoder { response in
            guard let text = String(validating: response.body, as: UTF8.self) else {
                throw HTTPError(.decoding, reason: "it is not UTF-8")
            }
            return text
        }
    }
}

extension ResponseDecoder where Output == Void {
    /// Ignores the content.
    public static var none: ResponseDecoder { ResponseDecoder { _ in } }
}

extension ResponseDecoder where Output == HTTPResponse {
    /// Status, headers and content.
    public static var response: ResponseDecoder { ResponseDecoder { $0 } }
}

extension ResponseDecoder {
    /// The output, or the error with the answer's beginning in it.
    func output(of response: HTTPResponse, to request: HTTPRequest) throws(HTTPError) -> Output {
        do {
            return try decode(response)
        } catch {
            var failure = error as? HTTPError ?? HTTPError(.decoding)
            if let mistake = error as? DecodingError {
                failure.decodingPath = mistake.path
                failure.reason = mistake.reason
            }
            failure.request = request.description
            failure.response = HTTPError.Response(response)
            throw failure
        }
    }
}
