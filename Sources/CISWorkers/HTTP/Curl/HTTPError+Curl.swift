#if os(Linux)
extension HTTPError {
    /// Creates an error from a result of libcurl. `nil` if the result is a success.
    ///
    /// Of a failure of TLS, the text contains libcurl's message, which says more and contains at most the host. Of other
    /// failures, it contains only messages that are the same for every request.
    init?(_ code: CurlCode, of easy: CurlHandle, _ request: HTTPRequest) {
        guard code != .ok else { return nil }
        if easy.proxyStatus >= 300 {
            self.init(.notConnected, request: request, reason: "the proxy answered with status \(easy.proxyStatus)")
            return
        }
        self.init(
            Self.code(code, easy.failureText), request: request,
            reason:
                "\(Self.ofTLS.contains(code) && !easy.failureText.isEmpty ? easy.failureText : easy.text(of: code)) "
                + "(curl \(code.rawValue))")
    }

    private static let ofTLS: Set<CurlCode> = [
        .peerNotVerified, .sslConnectError, .sslCipher, .clientCertificateMissing, .sslCertificateProblem,
        .unusableAuthorities,
    ]
    private static let brokenConnection = ["SSL_ERROR_SYSCALL", "unexpected eof", "Recv failure", "Send failure"]

    /// - Parameter text: libcurl's error message. libcurl's result does not distinguish a certificate that the server
    ///   rejected from a broken connection, neither during the handshake nor, with TLS 1.3, afterwards. The message may
    ///   distinguish them.
    private static func code(_ code: CurlCode, _ text: String) -> Code {
        switch code {
        case .sslConnectError where brokenConnection.contains { text.contains($0) }: .connectionLost
        case .receiveError where text.contains(" alert "), .sendError where text.contains(" alert "):
            .notTrusted
        case .unknownHost, .unknownProxy, .noConnection, .proxyError: .notConnected
        case .timedOut: .timedOut
        case .peerNotVerified, .sslConnectError, .sslCipher, .clientCertificateMissing:
            .notTrusted
        case .malformedURL, .badArgument, .unknownOption, .notBuiltIn, .sslCertificateProblem,
            .unusableAuthorities:
            .invalidRequest
        case .outOfMemory, .tooLarge: .tooLarge
        case .badContentEncoding: .decoding
        default: .connectionLost
        }
    }
}
#endif
