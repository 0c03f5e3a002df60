#if os(Linux)
public import Foundation

/// The settings that all requests of a ``CurlTransport`` share.
public struct CurlConfiguration: Sendable {
    /// The maximum number of open connections to one host, at least 1. Further requests wait until a connection is free. The
    /// timeout includes this time.
    public var maximumConnectionsPerHost = 6
    /// The proxy between this program and the servers.
    public var proxy = CurlProxy.environment
    /// A file with the certificates, in PEM, of the authorities that are trusted *instead of* the system's. `nil` trusts the
    /// system's authorities.
    ///
    /// To trust both, put both into one file.
    public var authorities: URL?
    /// The certificate that this program presents to servers that require one.
    public var clientCertificate: CurlClientCertificate?
    /// The number of seconds after which an idle connection is not used again. Tests set more, so that a slow run uses the same
    /// connections as a fast one.
    package var maximumIdleSeconds = 118

    /// Creates a configuration with six connections per host, the proxies of the environment, the system's authorities and no
    /// client certificate.
    public init() {}
}
#endif
