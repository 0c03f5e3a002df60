public import Foundation

/// What the requests of a ``CurlTransport`` have in common.
public struct CurlConfiguration: Sendable {
    /// How many connections to one host may be open. Further requests to it wait until one is free, which counts as silence
    /// for the timeout. At least 1.
    public var maximumConnectionsPerHost = 6
    /// What stands between this program and the servers.
    public var proxy = CurlProxy.environment
    /// A file with the certificates, in PEM, of the authorities that are trusted *instead of* the system's. `nil`: the
    /// system's.
    ///
    /// To trust both, put both into one file.
    public var authorities: URL?
    /// What this program shows to servers that ask who it is.
    public var clientCertificate: CurlClientCertificate?

    /// Six connections per host, the proxies that the environment names, the system's authorities, no certificate.
    public init() {}
}
