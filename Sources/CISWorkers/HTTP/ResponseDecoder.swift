public import Foundation

/// Decodes a response. Use it to convert the data format of a server into a type of the app:
///
/// ```swift
/// struct PlayerDTO: Decodable, Sendable {  // the format of the server
///     var id: Int
///     var favouriteTeam: String?
///     // A type of the app.
///     var player: Player { Player(id: id, team: favouriteTeam ?? "") }
/// }
/// let decoder = ResponseDecoder.json(PlayerDTO.self, map: \.player)
/// ```
///
/// An error that is thrown while decoding is reported as ``HTTPError/Code/decoding``, with the position in the JSON and
/// the beginning of the response. An ``HTTPError`` keeps its code; the request and the beginning of the response are
/// added.
public struct ResponseDecoder<Output: Sendable>: Sendable {
    let decode: @Sendable (HTTPResponse) throws -> Output

    /// Creates a decoder from a function that converts the whole response.
    public init(_ decode: @escaping @Sendable (HTTPResponse) throws -> Output) {
        self.decode = decode
    }

    /// Returns a decoder that converts the output of this one.
    ///
    /// - Parameter transform: Converts the output. It may throw if a valid response makes no sense in the app.
    public func map<Mapped: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> Mapped
    ) -> ResponseDecoder<Mapped> {
        ResponseDecoder<Mapped> { [decode] response in try transform(decode(response)) }
    }
}

extension ResponseDecoder where Output: Decodable {
    /// Returns a decoder of JSON. An empty response is reported as ``HTTPError/Code/emptyResponse``.
    ///
    /// - Parameters:
    ///   - type: The type of the JSON.
    ///   - decoder: The decoder, for instance with a date format.
    public static func json(_ type: Output.Type, decoder: JSONDecoder = JSONDecoder()) -> ResponseDecoder {
        ResponseDecoder { response in
            guard !response.body.isEmpty else { throw HTTPError(.emptyResponse) }
            return try decoder.decode(type, from: response.body)
        }
    }
}

extension ResponseDecoder {
    /// Returns a decoder of JSON that converts the result.
    ///
    /// This is short for `ResponseDecoder.json(type, decoder: decoder).map(transform)`.
    ///
    /// - Parameters:
    ///   - type: The type of the JSON.
    ///   - decoder: The decoder, for instance with a date format.
    ///   - transform: Converts the result. It may throw if a valid response makes no sense in the app.
    public static func json<Transferred: Decodable & Sendable>(
        _ type: Transferred.Type,
        decoder: JSONDecoder = JSONDecoder(),
        map transform: @escaping @Sendable (Transferred) throws -> Output
    ) -> ResponseDecoder {
        ResponseDecoder<Transferred>.json(type, decoder: decoder).map(transform)
    }
}

extension ResponseDecoder where Output == Data {
    /// Returns the content, which may be empty.
    public static var data: ResponseDecoder { ResponseDecoder(\.body) }
}

extension ResponseDecoder where Output == String {
    /// Returns the content as UTF-8 text. Other content is reported as ``HTTPError/Code/decoding``.
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
    /// Returns the whole response.
    public static var response: ResponseDecoder { ResponseDecoder { $0 } }
}

extension ResponseDecoder {
    /// Decodes a response. Adds the request and the beginning of the response to an error.
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
