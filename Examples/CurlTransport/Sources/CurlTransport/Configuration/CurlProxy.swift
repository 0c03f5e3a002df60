import CISWorkers
public import Foundation

/// A server that passes requests on to other servers.
public struct CurlProxy: Sendable {
    enum Kind: Sendable {
        case environment
        case none
        case server(URL, user: String, password: Secret<String>)
    }

    let kind: Kind

    /// What the environment names: `http_proxy` in lower case, `HTTPS_PROXY`, `ALL_PROXY`, and `NO_PROXY` for hosts that
    /// are reached without.
    public static let environment = CurlProxy(kind: .environment)

    /// None, whatever the environment names.
    public static let none = CurlProxy(kind: .none)

    /// This one, for every host.
    ///
    /// - Parameters:
    ///   - address: Its scheme is `http`, `https`, `socks4`, `socks4a`, `socks5`, or `socks5h`, which leaves it to the
    ///     proxy to look up names. With any other, each request is ``HTTPError/Code/invalidRequest``. Without a port it is
    ///     443 for `https` and 1080 for the others.
    ///   - user: The name to log in with. Empty for a proxy without a login.
    ///   - password: Of that user.
    public static func server(_ address: URL, user: String = "", password: String = "") -> CurlProxy {
        CurlProxy(kind: .server(address, user: user, password: Secret(password)))
    }
}

extension CurlProxy {
    /// What is wrong with it, if anything is.
    var problem: String? {
        guard case .server(let address, _, _) = kind else { return nil }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let isUsable = schemes.contains(address.scheme?.lowercased() ?? "") && address.host()?.isEmpty == false
        return isUsable ? nil : "the proxy needs a scheme, such as http or socks5, and a host"
    }
}

extension CurlProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Scheme, host and port, and neither user nor password.
    public var description: String {
        switch kind {
        case .environment: "as the environment says"
        case .none: "none"
        case .server(let address, _, _):
            "\(address.scheme ?? "")://\(address.host(percentEncoded: true) ?? "")"
                + (address.port.map { ":\($0)" } ?? "")
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// Has no children, so that `dump` shows no secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
