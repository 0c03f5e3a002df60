#if os(Linux)
internal import CCurl

/// The libcurl handle of one request. Used only on the loop's thread.
final class CurlHandle {
    let handle: UnsafeMutableRawPointer
    let curl: LibCurl
    /// The error of the first option that libcurl did not accept.
    private(set) var firstProblem = CurlCode.ok
    /// The buffer for libcurl's error messages.
    private let text: UnsafeMutablePointer<CChar>
    private var headers: OpaquePointer?

    /// `nil` if there is no memory.
    init?(_ curl: LibCurl) {
        guard let handle = curl.functions.pointee.easy_init() else { return nil }
        self.handle = handle
        self.curl = curl
        text = .allocate(capacity: CurlValue.errorSize)
        text.initialize(repeating: 0, count: CurlValue.errorSize)
        set(.errorBuffer, text)
    }

    deinit {
        curl.functions.pointee.easy_cleanup(handle)
        curl.functions.pointee.slist_free_all(headers)
        text.deallocate()
    }

    func set(_ option: CurlOption, _ number: Int) {
        note(ccurl_set_number(curl.functions, handle, option.rawValue, number))
    }

    func set(_ option: CurlOption, _ isOn: Bool) {
        set(option, isOn ? 1 : 0)
    }

    /// Sets an option that older versions of libcurl do not have. They ignore it.
    func setIfKnown(_ option: CurlOption, _ isOn: Bool) {
        _ = ccurl_set_number(curl.functions, handle, option.rawValue, isOn ? 1 : 0)
    }

    func set(_ option: CurlOption, size: Int64) {
        note(ccurl_set_size(curl.functions, handle, option.rawValue, size))
    }

    /// Sets a text option. `nil` removes libcurl's default.
    func set(_ option: CurlOption, _ text: String?) {
        note(ccurl_set_text(curl.functions, handle, option.rawValue, text))
    }

    func set(_ option: CurlOption, _ pointer: UnsafeMutableRawPointer) {
        note(ccurl_set_pointer(curl.functions, handle, option.rawValue, pointer))
    }

    func set(_ option: CurlOption, _ function: ccurl_bytes_function) {
        note(ccurl_set_bytes_function(curl.functions, handle, option.rawValue, function))
    }

    func set(seek function: ccurl_seek_function) {
        note(ccurl_set_seek_function(curl.functions, handle, CurlOption.seekFunction.rawValue, function))
    }

    func set(progress function: ccurl_progress_function) {
        note(ccurl_set_progress_function(curl.functions, handle, CurlOption.xferInfoFunction.rawValue, function))
    }

    /// Sets the function that is called before a request is sent. Returns whether this libcurl can call it.
    func set(beforeSending function: ccurl_before_sending_function, _ context: UnsafeMutableRawPointer) -> Bool {
        let option = CurlOption.preReqFunction.rawValue
        guard ccurl_set_before_sending_function(curl.functions, handle, option, function) == 0 else { return false }
        set(.preReqData, context)
        return true
    }

    /// Sets the header lines, in libcurl's format.
    func set(headers lines: [String]) {
        for line in lines {
            guard let longer = curl.functions.pointee.slist_append(headers, line) else {
                return note(CurlCode.outOfMemory.rawValue)
            }
            headers = longer
        }
        note(ccurl_set_pointer(curl.functions, handle, CurlOption.httpHeader.rawValue, headers.map { .init($0) }))
    }

    private func note(_ code: Int32) {
        if firstProblem == .ok { firstProblem = CurlCode(code) }
    }

    /// The status of a proxy's answer to `CONNECT`. 0 if there was none.
    var proxyStatus: Int { ccurl_number(curl.functions, handle, CurlValue.connectCodeInfo) }

    /// libcurl's description of a result, which is the same for every request.
    func text(of code: CurlCode) -> String { String(cString: curl.functions.pointee.easy_strerror(code.rawValue)) }

    /// The error message of libcurl, or an empty text if libcurl gave no message.
    var failureText: String { String(cString: text) }
}
#endif
