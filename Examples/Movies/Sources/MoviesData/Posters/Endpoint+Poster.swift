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
        Endpoint<Data>(.get, "t/p/w\(size.rawValue)/\(String(path.drop { $0 == "/" }))", decoder: .data)
    }
}
