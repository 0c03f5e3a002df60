import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPError {
    /// What a session says. Only its number becomes part of the text: its own words have the address in them. Those about a
    /// certificate, which name the host at most, say what no number says.
    package init(_ error: any Error, of request: HTTPRequest) {
        let code = (error as? URLError).map { Self.code($0.code) } ?? .connectionLost
        let words = (error as NSError).localizedDescription
        let error = error as NSError
        if code == .connectionLost, Self.isAboutTLS(words) {
            self.init(.notTrusted, request: request, reason: words)
        } else {
            self.init(code, request: request, reason: "\(error.domain) \(error.code)")
        }
    }

    /// Whether libcurl says that no secure connection could be made, and not that it broke.
    ///
    /// On Linux, Foundation has one number for whatever it does not know, this among it, so only the words are left:
    /// `SSL certificate problem: …`, `SSL: no alternative certificate subject name …`, and for a failed greeting
    /// `…error:0A00010B:SSL routines::…`, in all versions since OpenSSL is used. They are in no other language.
    private static func isAboutTLS(_ words: String) -> Bool {
        #if canImport(FoundationNetworking)
        words.hasPrefix("SSL") || (words.contains(":SSL routines:") && !words.contains("unexpected eof"))
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
        default: .connectionLost
        }
    }
}
