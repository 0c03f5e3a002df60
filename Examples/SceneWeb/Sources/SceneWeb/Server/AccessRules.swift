/// The rules that decide which requests reach the handler: those that name this server, and come either from its own pages or
/// from a program that is not a page.
///
/// A page of another site can send requests to a server on the user's machine. The browser sends the origin of the page in
/// `Origin`, and the name that the page used in `Host`. Both are checked before anything else.
public struct AccessRules: Sendable, Hashable {
    /// The names under which the server may be called, without the port. They are not case-sensitive.
    public var hosts: Set<String>

    /// Rules for a server that is only used on its own machine.
    public static let loopback = AccessRules(hosts: ["localhost", "127.0.0.1", "[::1]"])

    /// Creates rules.
    ///
    /// - Parameter hosts: The names under which the server may be called, such as that of the reverse proxy in front of it.
    public init(hosts: Set<String>) {
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// Returns the reason why a request is refused, or `nil` if it is accepted.
    func objection(host: String?, origin: String?) -> String? {
        guard let host else { return "The request names no host." }
        guard hosts.contains(Self.withoutPort(host.lowercased())) else { return "This server is not \(host)." }
        guard let origin else { return nil }
        // For a page of this server, a browser sends the scheme, host and port.
        for scheme in ["http://", "https://"] where origin.lowercased() == scheme + host.lowercased() { return nil }
        return "Pages of \(origin) may not use this server."
    }

    private static func withoutPort(_ host: String) -> String {
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
        return host.split(separator: ":").first.map(String.init) ?? host
    }
}
