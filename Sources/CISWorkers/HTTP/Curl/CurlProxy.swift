#if os(Linux)
public import Foundation

/// A server that passes requests on to other servers.
public struct CurlProxy: Sendable {
    enum Kind: Sendable {
        case environment
        case none
        case server(URL, user: String, password: Secret<String>)
    }

    let kind: Kind

    /// The proxies of the environment: `http_proxy` in lower case, `HTTPS_PROXY`, `ALL_PROXY`, and `NO_PROXY` for hosts that
    /// need no proxy.
    public static let environment = CurlProxy(kind: .environment)

    /// No proxy, even if the environment names one.
    public static let none = CurlProxy(kind: .none)

    /// A proxy that is used for every host.
    ///
    /// - Parameters:
    ///   - address: The address. Its scheme is `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`. With `socks5h`
    ///     the proxy looks up host names. With any other scheme, each request fails with ``HTTPError/Code/invalidRequest``.
    ///     The default port is 443 for `https` and 1080 for the others.
    ///   - user: The name to log in with. Empty for a proxy without a login.
    ///   - password: The password of the user.
    public static func server(_ address: URL, user: String = "", password: String = "") -> CurlProxy {
        CurlProxy(kind: .server(address, user: user, password: Secret(password)))
    }
}

extension CurlProxy {
    /// The reason why the proxy cannot be used, or `nil`.
    var problem: String? {
        guard case .server(let address, _, _) = kind else { return nil }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let isUsable = schemes.contains(address.scheme?.lowercased() ?? "") && address.host()?.isEmpty == false
        return isUsable ? nil : "the proxy needs a scheme, such as http or socks5, and a host"
    }
}

extension CurlProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, host and port, without user and password.
    public var description: String {
        switch kind {
        case .environment: "from the environment"
        case .none: "none"
        case .server(let address, _, _):
            "\(address.scheme ?? "")://\(address.host(percentEncoded: true) ?? "")"
                + (address.port.map { ":\($0)" } ?? "")
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
