import CISWorkers
import Foundation

extension Endpoint {
    /// MV-12: the bytes of a poster.
    ///
    /// - Parameters:
    ///   - path: The path of the poster of a film, with or without the slash at its beginning. It becomes one segment of
    ///     the address.
    ///   - size: The width.
    static func poster(_ path: String, _ size: PosterSize) -> Endpoint<Data> {
        Endpoint<Data>(.get, "t/p/w\(size.rawValue)/\(String(path.drop { $0 == "/" }))", decoder: .image)
    }
}

extension ResponseDecoder where Output == Data {
    /// The content, if it is an image. A proxy or a page that asks for a login also answers with status 200.
    fileprivate static var image: ResponseDecoder {
        ResponseDecoder { response in
            // A service may omit the type. Then only the content is checked.
            let type = response.headers["Content-Type"] ?? "image/"
            guard type.lowercased().hasPrefix("image/"), ImageFile.isComplete(response.body) else {
                throw HTTPError(.decoding, reason: "it is no image: type \(type), \(response.body.count) bytes")
            }
            return response.body
        }
    }
}
