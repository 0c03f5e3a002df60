import CISWorkers
import CLibcurl
import Foundation

extension Transfer {
    /// Sets the options of the request.
    func setOptions(_ configuration: CurlConfiguration) {
        // Signals belong to the whole program, so libcurl must not use them.
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_HTTP09_ALLOWED, false)
        // The headers of a proxy do not belong to the response.
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        // An empty string accepts all encodings that libcurl supports.
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        // The client's timeout comes first. It includes the time until a connection is free.
        easy.set(CURLOPT_CONNECTTIMEOUT, 86_400)
        easy.set(CURLOPT_BUFFERSIZE, 64 << 10)
        shim_set_leaves_lookup_behind(easy.handle)
        setRequest()
        setBody()
        setProxy(configuration.proxy)
        setTrust(configuration)
        setFunctions()
    }

    private func setRequest() {
        var address = URLComponents(url: exchange.request.url, resolvingAgainstBaseURL: true)
        address?.user = nil
        address?.password = nil
        address?.fragment = nil
        easy.set(CURLOPT_URL, address?.string ?? "")
        easy.set(CURLOPT_PATH_AS_IS, true)
        easy.set(CURLOPT_CUSTOMREQUEST, exchange.request.method.name)
        if exchange.request.method == .head { easy.set(CURLOPT_NOBODY, true) }
        easy.set(headers: headerLines)
    }

    private var headerLines: [String] {
        // libcurl sets these headers, so the caller's values are ignored.
        let framing = ["content-length", "transfer-encoding", "connection", "expect"]
        let headers = exchange.request.headers.all.filter { !framing.contains($0.name.lowercased()) }
        // A name with a semicolon is a header without a value. Without the empty `Expect`, libcurl waits for up to a second
        // before it sends a large body, in case the server refuses it.
        return headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"]
    }

    /// Sets the method and the body. A method that usually has a body announces an empty one.
    private func setBody() {
        let size = exchange.source?.size ?? 0
        guard exchange.source != nil || ["POST", "PUT", "PATCH"].contains(exchange.request.method.name) else { return }
        easy.set(CURLOPT_UPLOAD, true)
        easy.set(CURLOPT_INFILESIZE_LARGE, size: size)
    }

    private func setProxy(_ proxy: CurlProxy) {
        switch proxy.kind {
        case .environment: break
        case .none: easy.set(CURLOPT_PROXY, "")
        case .server(let address, let user, let password):
            easy.set(CURLOPT_PROXY, address.absoluteString)
            // An empty list, so that the proxy is used for every host, even if the environment has exceptions.
            easy.set(CURLOPT_NOPROXY, "")
            guard !user.isEmpty else { return }
            easy.set(CURLOPT_PROXYUSERNAME, user)
            easy.set(CURLOPT_PROXYPASSWORD, password.wrappedValue)
        }
    }

    private func setTrust(_ configuration: CurlConfiguration) {
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let authorities = configuration.authorities {
            easy.set(CURLOPT_CAINFO, authorities.path)
            easy.set(CURLOPT_CAPATH, nil)
            easy.set(CURLOPT_PROXY_CAINFO, authorities.path)
            easy.set(CURLOPT_PROXY_CAPATH, nil)
        }
        guard let own = configuration.clientCertificate else { return }
        easy.set(CURLOPT_SSLCERTTYPE, own.type)
        easy.set(CURLOPT_SSLCERT, own.certificate.path)
        if let key = own.key { easy.set(CURLOPT_SSLKEY, key.path) }
        if !own.password.wrappedValue.isEmpty { easy.set(CURLOPT_KEYPASSWD, own.password.wrappedValue) }
    }
}
