import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPError {
    /// Creates an error from an error of a session.
    ///
    /// The text contains only the domain and the number of the session's error, because the message of the session
    /// contains the URL. On Linux, a message about a certificate is kept, because no number identifies the problem.
    /// Such a message contains at most the host.
    package init(_ error: any Error, of request: HTTPRequest) {
        let code = (error as? URLError).map { Self.code($0.code) } ?? .connectionLost
        let words = (error as NSError).localizedDescription
        let error = error as NSError
        if code == .connectionLost, Self.isAboutTLS(words) {
            self.init(.notTrusted, request: request, reason: words)
        } else if code == .connectionLost, Self.isAboutCoding(words) {
            self.init(.decoding, request: request, reason: "the content is not what its Content-Encoding says")
        } else {
            self.init(code, request: request, reason: "\(error.domain) \(error.code)")
        }
    }

    /// Returns whether a message of libcurl says that no secure connection could be made.
    ///
    /// Foundation on Linux has one error number for all errors that it does not know, including this one. The message
    /// must be compared instead: `SSL certificate problem: …`, `SSL: no alternative certificate subject name …`, or
    /// `…error:0A00010B:SSL routines::…` for a failed handshake. The messages are not translated.
    private static func isAboutTLS(_ words: String) -> Bool {
        #if canImport(FoundationNetworking)
        words.hasPrefix("SSL") || (words.contains(":SSL routines:") && !words.contains("unexpected eof"))
        #else
        false
        #endif
    }

    /// Returns whether a message of libcurl says that content could not be decompressed.
    private static func isAboutCoding(_ words: String) -> Bool {
        #if canImport(FoundationNetworking)
        words.contains("ontent encoding") || words.contains("ontent unencoding")
        #else
        false
        #endif
    }

    private static func code(_ code: URLError.Code) -> Code {
        switch code {
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            .notConnected
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .notTrusted
        case .badURL, .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile: .invalidRequest
        case .dataLengthExceedsMaximum: .tooLarge
        case .cannotDecodeContentData, .cannotDecodeRawData: .decoding
        default: .connectionLost
        }
    }
}
