import CLibcurl

/// The libcurl handle of one request. Used only on the loop's thread.
final class EasyHandle {
    let handle: UnsafeMutableRawPointer
    /// The error of the first option that libcurl did not accept.
    private(set) var firstProblem = CURLE_OK
    /// The buffer for libcurl's error messages.
    private let text: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// `nil` if there is no memory.
    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        text = .allocate(capacity: Int(CURL_ERROR_SIZE))
        text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        set(CURLOPT_ERRORBUFFER, text)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        text.deallocate()
    }

    func set(_ option: CURLoption, _ number: Int) {
        note(shim_set_number(handle, option, number))
    }

    func set(_ option: CURLoption, _ isOn: Bool) {
        set(option, isOn ? 1 : 0)
    }

    func set(_ option: CURLoption, size: Int64) {
        note(shim_set_size(handle, option, curl_off_t(size)))
    }

    /// Sets a text option. `nil` removes libcurl's default.
    func set(_ option: CURLoption, _ text: String?) {
        note(shim_set_text(handle, option, text))
    }

    func set(_ option: CURLoption, _ pointer: UnsafeMutableRawPointer) {
        note(shim_set_pointer(handle, option, pointer))
    }

    func set(_ option: CURLoption, _ function: shim_bytes_function) {
        note(shim_set_bytes_function(handle, option, function))
    }

    func set(seek function: curl_seek_callback) {
        note(shim_set_seek_function(handle, function))
    }

    func set(progress function: curl_xferinfo_callback) {
        note(shim_set_progress_function(handle, function))
    }

    /// Sets the header lines, in libcurl's format.
    func set(headers lines: [String]) {
        for line in lines {
            guard let longer = curl_slist_append(headers, line) else { return note(CURLE_OUT_OF_MEMORY) }
            headers = longer
        }
        note(shim_set_header_list(handle, headers))
    }

    func note(_ code: CURLcode) {
        if firstProblem == CURLE_OK { firstProblem = code }
    }

    func number(_ info: CURLINFO) -> Int { shim_number(handle, info) }

    /// The error message of libcurl, or an empty text if libcurl gave no message.
    var failureText: String { String(cString: text) }
}
