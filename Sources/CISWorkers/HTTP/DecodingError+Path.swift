extension DecodingError {
    /// Where in the content the mistake is, such as `results[3].genre`. Empty for the whole.
    var path: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.text(context.codingPath)
        case .keyNotFound(let key, let context):
            Self.text(context.codingPath + [key])
        @unknown default: ""
        }
    }

    /// What is wrong, in words of the program: the decoder's own text may quote the content.
    var reason: String {
        let place = path.isEmpty ? "the whole" : "“\(path)”"
        return switch self {
        case .typeMismatch(let type, _): "\(place) is no \(type)"
        case .valueNotFound(let type, _): "\(place) is null and should be a \(type)"
        case .keyNotFound: "\(place) is missing"
        case .dataCorrupted: "\(place) is not valid"
        @unknown default: "\(place) cannot be read"
        }
    }

    private static func text(_ keys: [any CodingKey]) -> String {
        var result = ""
        for key in keys {
            if let index = key.intValue {
                result += "[\(index)]"
            } else {
                result += result.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return result
    }
}
