import CISWorkers
public import Foundation

/// The certificate of this program and its private key, for servers that ask for one.
///
/// A file that cannot be used makes each request to `https` ``HTTPError/Code/invalidRequest``.
public struct CurlClientCertificate: Sendable {
    let type: String
    let certificate: URL
    let key: URL?
    let password: Secret<String>

    /// Two files in PEM.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, and after it those between it and the authority.
    ///   - key: Its private key.
    ///   - password: Of the key. Empty: it has none.
    public static func pem(certificate: URL, key: URL, password: String = "") -> CurlClientCertificate {
        CurlClientCertificate(type: "PEM", certificate: certificate, key: key, password: Secret(password))
    }

    /// Certificate and key in one file in PKCS #12, whose name often ends in `.p12` or `.pfx`.
    public static func pkcs12(_ file: URL, password: String) -> CurlClientCertificate {
        CurlClientCertificate(type: "P12", certificate: file, key: nil, password: Secret(password))
    }
}
