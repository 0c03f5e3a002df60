extension DecodingError {
    /// The position of the error in the JSON, such as `results[3].genre`. Empty if the error concerns the whole
    /// document.
    var path: String { text(hidingContent: false) }

    /// A description of the error that is safe to log: it contains no data of the response. It omits the decoder's own
    /// message and the keys of dictionaries, because these may contain such data.
    var reason: String {
        let path = text(hidingContent: true)
        let place = path.isEmpty ? "the content" : "“\(path)”"
        return switch self {
        case .typeMismatch(let type, _): "\(place) is not of type \(type)"
        case .valueNotFound(let type, _): "\(place) is null instead of \(type)"
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
