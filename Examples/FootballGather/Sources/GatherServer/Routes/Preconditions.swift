import Foundation
import SceneWeb

extension Call {
    /// D19: the versions in the header `If-Match`, of which one must be the present one. nil if any version is fine. A tag that is
    /// not one of this server matches no version.
    var matchedVersions: [Int]? {
        guard let header = request.header("If-Match"), header != "*" else { return nil }
        return header.split(separator: ",").compactMap { tag in
            let text = tag.trimmingCharacters(in: .whitespaces)
            guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
            return Int(text.dropFirst().dropLast())
        }
    }

    /// D19: whether the client prefers players with their versions. Other clients get what they expect.
    var prefersVersions: Bool {
        let words = request.header("Prefer")?.split { $0 == "," || $0 == " " || $0 == ";" } ?? []
        return words.contains("versions")
    }
}
