import CISWorkers
import CLibcurl

extension HTTPError {
    /// Creates an error from a result of libcurl. `nil` if the result is a success.
    ///
    /// The text contains only those messages of libcurl that are the same for every request.
    init?(_ code: CURLcode, of easy: EasyHandle, _ request: HTTPRequest) {
        guard code != CURLE_OK else { return nil }
        let answer = easy.number(CURLINFO_HTTP_CONNECTCODE)
        if answer >= 300 {
            self.init(.notConnected, request: request, reason: "the proxy answered with status \(answer)")
            return
        }
        self.init(
            Self.code(code, easy.failureText), request: request,
            reason: "\(String(cString: curl_easy_strerror(code))) (curl \(code.rawValue))")
    }

    // Older versions of libcurl have no names for these codes.
    private static let clientCertificateMissing = CURLcode(98)
    private static let tooLarge = CURLcode(100)

    private static let brokenConnection = ["SSL_ERROR_SYSCALL", "unexpected eof", "Recv failure", "Send failure"]

    /// - Parameter text: libcurl's error message. libcurl's result does not distinguish a certificate that the server
    ///   rejected from a broken connection, neither during the handshake nor, with TLS 1.3, afterwards. The message may
    ///   distinguish them.
    private static func code(_ code: CURLcode, _ text: String) -> Code {
        switch code {
        case CURLE_SSL_CONNECT_ERROR where brokenConnection.contains { text.contains($0) }: .connectionLost
        case CURLE_RECV_ERROR where text.contains(" alert "), CURLE_SEND_ERROR where text.contains(" alert "):
            .notTrusted
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY: .notConnected
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, clientCertificateMissing:
            .notTrusted
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            .invalidRequest
        case CURLE_OUT_OF_MEMORY, tooLarge: .tooLarge
        default: .connectionLost
        }
    }
}
