extension DecodingError {
    /// Where in the content the mistake is, such as `results[3].genre`. Empty for the whole.
    var path: String { text(hidingContent: false) }

    /// What is wrong, in words of the program: the decoder's own text, and the key of a dictionary, quote the content.
    var reason: String {
        let path = text(hidingContent: true)
        let place = path.isEmpty ? "the whole" : "“\(path)”"
        return switch self {
        case .typeMismatch(let type, _): "\(place) is no \(type)"
        case .valueNotFound(let type, _): "\(place) is null and should be a \(type)"
        case .keyNotFound: "\(place) is missing"
        case .dataCorrupted: "\(place) is not valid"
        @unknown default: "\(place) cannot be read"
        }
    }

    private var keys: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }

    private func text(hidingContent: Bool) -> String {
        keys.reduce(into: "") { result, key in
            if key.isIndex, let index = key.intValue { return result += "[\(index)]" }
            let name = hidingContent && key.isContent ? "…" : key.stringValue
            result += result.isEmpty ? name : ".\(name)"
        }
    }
}
