#if os(Linux)
public import Foundation

/// The certificate of this program and its private key, for servers that require one.
///
/// If a file cannot be used, each request to an `https` URL fails with ``HTTPError/Code/invalidRequest``.
public struct CurlClientCertificate: Sendable {
    let type: String
    let certificate: URL
    let key: URL?
    let password: Secret<String>

    /// Two files in PEM.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, followed by the intermediate certificates.
    ///   - key: The private key of the certificate.
    ///   - password: The password of the key. Empty if it has none.
    public static func pem(certificate: URL, key: URL, password: String = "") -> CurlClientCertificate {
        CurlClientCertificate(type: "PEM", certificate: certificate, key: key, password: Secret(password))
    }

    /// Certificate and key in one file in PKCS #12, whose name often ends in `.p12` or `.pfx`.
    public static func pkcs12(_ file: URL, password: String) -> CurlClientCertificate {
        CurlClientCertificate(type: "P12", certificate: file, key: nil, password: Secret(password))
    }
}
#endif
