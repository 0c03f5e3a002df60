import CISWorkers
import CLibcurl

extension HTTPError {
    /// What a result of libcurl's means. `nil`: all went well.
    ///
    /// Of libcurl's own words only those become part of the text that are the same for every request.
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

    // Older libcurls have no names for these.
    private static let clientCertificateMissing = CURLcode(98)
    private static let tooLarge = CURLcode(100)

    private static let brokenConnection = ["SSL_ERROR_SYSCALL", "unexpected eof", "Recv failure", "Send failure"]

    /// - Parameter text: What libcurl says. Its results do not tell a certificate that the server does not like from a
    ///   connection that broke, neither while a secure connection is made nor, with TLS 1.3, afterwards; its text may.
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
