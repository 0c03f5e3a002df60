#if os(Linux)

// The numbers of libcurl's binary interface that are used here. libcurl never changes them.

/// An option of a request, with the name that libcurl gives it.
package enum CurlOption: Int32, CaseIterable, Sendable {
    // Numbers.
    case sslVersion = 32
    case noProgress = 43
    case noBody = 44
    case upload = 46
    case freshConnect = 74
    case connectTimeout = 78
    case httpVersion = 84
    case bufferSize = 98
    case noSignal = 99
    case pathAsIs = 234
    case suppressConnectHeaders = 265
    case http09Allowed = 285
    case maxAgeConn = 288
    case quickExit = 322
    // Pointers and texts.
    case writeData = 10_001
    case url = 10_002
    case proxy = 10_004
    case readData = 10_009
    case errorBuffer = 10_010
    case httpHeader = 10_023
    case sslCert = 10_025
    case keyPasswd = 10_026
    case headerData = 10_029
    case customRequest = 10_036
    case xferInfoData = 10_057
    case caInfo = 10_065
    case sslCertType = 10_086
    case sslKey = 10_087
    case caPath = 10_097
    case `private` = 10_103
    case seekData = 10_168
    case proxyUsername = 10_175
    case proxyPassword = 10_176
    case noProxy = 10_177
    case proxyCAInfo = 10_246
    case proxyCAPath = 10_247
    case preReqData = 10_313
    // Functions.
    case writeFunction = 20_011
    case readFunction = 20_012
    case headerFunction = 20_079
    case seekFunction = 20_167
    case xferInfoFunction = 20_219
    case preReqFunction = 20_312
    // Sizes.
    case inFileSizeLarge = 30_115
}

/// A result of libcurl.
struct CurlCode: Sendable, Hashable {
    let rawValue: Int32

    init(_ rawValue: Int32) { self.rawValue = rawValue }

    static let ok = CurlCode(0)
    static let malformedURL = CurlCode(3)
    static let notBuiltIn = CurlCode(4)
    static let unknownProxy = CurlCode(5)
    static let unknownHost = CurlCode(6)
    static let noConnection = CurlCode(7)
    static let outOfMemory = CurlCode(27)
    static let timedOut = CurlCode(28)
    static let sslConnectError = CurlCode(35)
    static let badArgument = CurlCode(43)
    static let unknownOption = CurlCode(48)
    static let sendError = CurlCode(55)
    static let receiveError = CurlCode(56)
    static let sslCertificateProblem = CurlCode(58)
    static let sslCipher = CurlCode(59)
    static let peerNotVerified = CurlCode(60)
    static let badContentEncoding = CurlCode(61)
    static let unusableAuthorities = CurlCode(77)
    static let proxyError = CurlCode(97)
    static let clientCertificateMissing = CurlCode(98)
    static let tooLarge = CurlCode(100)
}

/// Values of options, of results and of callbacks.
enum CurlValue {
    static let http11 = 2
    static let tls12 = 6
    static let errorSize = 256

    /// Information about a request.
    static let privateInfo: Int32 = 0x10_0015
    static let connectCodeInfo: Int32 = 0x20_0016

    /// Options of the handle for all requests.
    static let maximumConnectionsOption: Int32 = 6
    static let maximumHostConnectionsOption: Int32 = 7

    /// Results of callbacks.
    static let pause = 0x1000_0001
    static let abort = 0x1000_0000
    static let seekSucceeded: Int32 = 0
    static let seekFailed: Int32 = 1

    /// The argument of `easy_pause` that continues a request.
    static let `continue`: Int32 = 0
}
#endif
