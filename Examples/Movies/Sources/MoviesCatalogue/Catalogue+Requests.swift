package import Foundation

extension Catalogue {
    /// The answer to a request.
    package struct Answer: Sendable, Equatable {
        package let status: Int
        package let type: String
        package let body: Data
    }

    /// Answers a request as the service would.
    ///
    /// - Parameters:
    ///   - path: The path of the address, decoded.
    ///   - item: Returns the value of a query item.
    package func answer(_ path: String, item: (String) -> String?) -> Answer {
        let parts = path.split(separator: "/").map(String.init)
        if parts == ["3", "search", "movie"] { return search(item("query"), page: item("page").flatMap { Int($0) }) }
        if parts.count == 4, parts[..<2] == ["t", "p"], let poster = poster(size: parts[2], file: parts[3]) {
            return Answer(status: 200, type: "image/png", body: poster)
        }
        return Answer(status: 404, type: "application/json", body: Data("{}".utf8))
    }

    private func search(_ query: String?, page: Int?) -> Answer {
        guard let query, let page, 1...500 ~= page, let body = try? answer(to: query, page: page) else {
            return Answer(status: 422, type: "application/json", body: Data("{}".utf8))
        }
        return Answer(status: 200, type: "application/json", body: body)
    }

    private func poster(size: String, file: String) -> Data? {
        guard size.hasPrefix("w"), let width = Int(size.dropFirst()), file.hasSuffix(".png"),
            let number = Int(file.dropLast(4)), 1...films.count ~= number
        else { return nil }
        return PosterImage(of: number, width: width).png
    }
}
