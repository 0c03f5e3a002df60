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
        let isAlert = [CURLE_RECV_ERROR, CURLE_SEND_ERROR].contains(code) && easy.failureText.contains(" alert ")
        self.init(
            isAlert ? .notTrusted : Self.code(code), request: request,
            reason: "\(String(cString: curl_easy_strerror(code))) (curl \(code.rawValue))")
    }

    // Older libcurls have no names for these.
    private static let clientCertificateMissing = CURLcode(98)
    private static let tooLarge = CURLcode(100)

    private static func code(_ code: CURLcode) -> Code {
        switch code {
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
