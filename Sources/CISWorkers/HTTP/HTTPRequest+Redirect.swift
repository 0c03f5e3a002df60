import Foundation

extension HTTPRequest {
    /// Returns the request that follows a redirect, or `nil` if the response is not a redirect.
    func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
        let locations = Set(response.headers.values(of: "Location"))
        guard [301, 302, 303, 307, 308].contains(response.status), let location = locations.first else { return nil }
        guard locations.count == 1 else {
            throw HTTPError(.invalidRedirect, request: self, reason: "it has several targets")
        }
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, Self.isHTTP(target) else {
            throw HTTPError(.invalidRedirect, request: self, reason: Self.flaw(of: location))
        }
        if url.scheme?.lowercased() == "https", target.scheme?.lowercased() == "http" {
            throw HTTPError(.notTrusted, request: self, reason: "it redirects from https to http")
        }
        // The target usually repeats the path, and so a secret in it.
        let hasSecretPath = redactedURL != Self.redacted(url)
        var next = HTTPRequest(
            method, target, headers, body, maximumResponseSize,
            redactedURL: Self.redacted(target, showsPath: !hasSecretPath))
        // After 301 and 302, a POST becomes a GET. After 303, every method except HEAD becomes a GET.
        let isPost = method == .post && [301, 302].contains(response.status)
        if isPost || (response.status == 303 && method != .head) {
            next.method = .get
            next.body = .none
            for (name, _) in headers.all where name.lowercased().hasPrefix("content-") { next.headers[name] = nil }
        }
        if !Self.haveSameOrigin(url, target) {
            for (name, _) in headers.all where !Self.mayTravel(name.lowercased()) { next.headers[name] = nil }
        }
        return next
    }

    /// Returns what is wrong with a redirect target. The target may contain a secret, so the text shows only its
    /// scheme.
    private static func flaw(of location: String) -> String {
        if location.isEmpty { return "it is empty" }
        guard let scheme = URL(string: location)?.scheme?.lowercased(), scheme != "http", scheme != "https" else {
            return "it has no valid host"
        }
        return "its scheme is “\(scheme)”"
    }

    /// Whether a header may be sent to another server.
    private static func mayTravel(_ name: String) -> Bool {
        name.hasPrefix("accept") || name.hasPrefix("content-") || name == "user-agent"
    }

    static func haveSameOrigin(_ one: URL, _ other: URL) -> Bool {
        func origin(_ url: URL) -> [String] {
            let scheme = url.scheme?.lowercased() ?? ""
            return [scheme, url.host()?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
        }
        return origin(one) == origin(other)
    }
}
