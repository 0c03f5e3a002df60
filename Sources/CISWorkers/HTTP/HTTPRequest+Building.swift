import Foundation

extension HTTPRequest {
    /// Builds the request of an endpoint, or throws the reason why it is invalid.
    init(_ endpoint: Endpoint<some Sendable>, in configuration: HTTPConfiguration) throws(HTTPError) {
        let (url, redacted) = try Self.address(of: endpoint, in: configuration)
        let label = "\(endpoint.method) \(redacted)"
        let content: HTTPBody.Content
        do {
            content = try endpoint.body.encode()
        } catch {
            // The encoder's own message may contain the value.
            throw .unbuildable("the body cannot be encoded (\(type(of: error)))", label)
        }
        if content != .none, endpoint.method == .get || endpoint.method == .head {
            throw .unbuildable("\(endpoint.method) cannot have a body; use another method or a query", label)
        }
        if let file = content.files.first(where: { !Self.isReadable($0) }) {
            throw .unbuildable(
                "the body's file “\(file.lastPathComponent)” cannot be read; check that it exists", label)
        }
        var headers = endpoint.place.isAbsolute ? endpoint.headers : configuration.headers.merging(endpoint.headers)
        if content != .none, endpoint.headers["Content-Type"] == nil, let type = endpoint.body.contentType {
            headers["Content-Type"] = type
        }
        if let flaw = Self.flaw(of: endpoint.method, headers) { throw .unbuildable(flaw, label) }
        self.init(
            endpoint.method, url, headers, content, max(0, configuration.maximumResponseSize), redactedURL: redacted)
    }

    private static func address(
        of endpoint: Endpoint<some Sendable>,
        in configuration: HTTPConfiguration
    ) throws(HTTPError) -> (URL, redacted: String) {
        switch endpoint.place {
        case .absolute(let url):
            guard isHTTP(url) else {
                throw .unbuildable("the URL needs the scheme http or https and a host", "\(endpoint.method)")
            }
            return (url, redacted(url))
        case .path(let path):
            let base = configuration.baseURL
            guard isHTTP(base), var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) else {
                throw .unbuildable("the base URL needs the scheme http or https and a host", "\(endpoint.method)")
            }
            if let problem = path.problem { throw .unbuildable(problem, "\(endpoint.method)") }
            let prefix = parts.percentEncodedPath
            let query = configuration.query.merging(endpoint.query)
            let label =
                origin(parts) + joined(prefix, path.redacted) + (query.items.isEmpty ? "" : "?\(query.redacted)")
            guard query.items.allSatisfy(\.isSendable) else {
                throw .unbuildable(
                    "an encoded query item contains characters that must be escaped", "\(endpoint.method) \(label)")
            }
            parts.fragment = nil
            parts.percentEncodedQuery = query.items.isEmpty ? nil : query.encoded
            parts.percentEncodedPath = joined(prefix, path.encoded)
            guard let url = parts.url else {
                throw .unbuildable("its URL is not valid", "\(endpoint.method) \(label)")
            }
            return (url, label)
        }
    }

    /// Joins two paths with exactly one slash. The result begins with a slash.
    private static func joined(_ base: String, _ path: String) -> String {
        let base = base.replacing(/\/+$/, with: "")
        if path.isEmpty { return base.isEmpty ? "/" : base }
        return "\(base)/\(path.drop { $0 == "/" })"
    }

    /// The reason why no transport may send the request, or `nil`. A request that a client has built can have a flaw, too:
    /// its authorization is added later.
    var flaw: String? {
        guard Self.isHTTP(url) else { return "the URL needs the scheme http or https and a host" }
        return Self.flaw(of: method, headers)
    }

    /// The URL for the transport: the scheme in lower case, without user, password and fragment.
    var sentURL: URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.scheme = url.scheme?.lowercased()
        parts?.user = nil
        parts?.password = nil
        parts?.fragment = nil
        return parts?.url ?? url
    }

    /// The headers that say where a request ends and who receives it. Only the transport knows their values. With another
    /// length, the rest of a body would be another request.
    private static let ofTransport: Set = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "trailer",
        "transfer-encoding", "upgrade",
    ]

    private static func flaw(of method: HTTPMethod, _ headers: HTTPHeaders) -> String? {
        for (name, value) in headers.all {
            if !isToken(name) || !isFieldValue(value) {
                return "the header “\(isToken(name) ? name : "…")” contains a character that is not allowed in headers"
            }
            if ofTransport.contains(name.lowercased()) { return "the header “\(name)” is set by the transport" }
        }
        return isToken(method.name) ? nil : "the method has an invalid name"
    }

    static func isHTTP(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), let host = url.host() else { return false }
        return ["http", "https"].contains(scheme) && !host.isEmpty && (0...65_535).contains(url.port ?? 0)
    }

    private static func isReadable(_ file: URL) -> Bool {
        guard file.isFileURL, let values = try? file.resourceValues(forKeys: [.isRegularFileKey]) else { return false }
        return values.isRegularFile == true && FileManager.default.isReadableFile(atPath: file.path)
    }

    /// Returns whether a text is a token (RFC 9110, 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return !text.isEmpty
            && text.utf8.allSatisfy { byte in
                marks.contains(byte) || (byte < 128 && Character(Unicode.Scalar(byte)).isLetter)
                    || (48...57).contains(byte)
            }
    }

    /// Returns whether a text is a valid header value. Line breaks are not valid, because they would begin another
    /// header.
    static func isFieldValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

extension HTTPQuery.Item {
    fileprivate var isSendable: Bool {
        !isEncoded || (PercentEncoding.isEncodedQuery(name) && PercentEncoding.isEncodedQuery(value))
    }
}

extension Endpoint.Place {
    var isAbsolute: Bool {
        if case .absolute = self { true } else { false }
    }
}

extension HTTPError {
    static func unbuildable(_ reason: String, _ request: String) -> HTTPError {
        var error = HTTPError(.invalidRequest, reason: reason)
        error.request = request
        return error
    }
}
