#if os(Linux)
import Foundation

extension CurlTransfer {
    /// Sets the options of the request.
    func setOptions(_ configuration: CurlConfiguration) {
        // Signals belong to the whole program, so libcurl must not use them.
        easy.set(.noSignal, true)
        easy.set(.httpVersion, CurlValue.http11)
        easy.set(.http09Allowed, false)
        // The headers of a proxy do not belong to the response.
        easy.set(.suppressConnectHeaders, true)
        // The client's timeout comes first. It includes the time until a connection is free.
        easy.set(.connectTimeout, 86_400)
        easy.set(.maxAgeConn, configuration.maximumIdleSeconds)
        easy.set(.bufferSize, 64 << 10)
        // If a request is cancelled while its host name is looked up, it does not wait for the answer, and so delays no other
        // request. libcurl before 7.87 does not have this option.
        easy.setIfKnown(.quickExit, true)
        setRequest()
        setBody()
        setProxy(configuration.proxy)
        setTrust(configuration)
        setFunctions()
    }

    private func setRequest() {
        easy.set(.url, exchange.request.sentURL.absoluteString)
        easy.set(.pathAsIs, true)
        easy.set(.customRequest, exchange.request.method.name)
        if exchange.request.method == .head { easy.set(.noBody, true) }
        easy.set(headers: headerLines)
    }

    private var headerLines: [String] {
        var headers = exchange.request.headers
        // A range of compressed content cannot be decompressed.
        if headers["Accept-Encoding"] == nil, headers["Range"] == nil, easy.curl.zlib != nil {
            headers["Accept-Encoding"] = "gzip, deflate"
        }
        // A name with a semicolon is a header without a value. Without the empty `Expect`, libcurl waits for up to a second
        // before it sends a large body, in case the server refuses it.
        return headers.all.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"]
    }

    /// Sets the method and the body. A method that usually has a body announces an empty one.
    private func setBody() {
        let size = exchange.source?.size ?? 0
        guard exchange.source != nil || ["POST", "PUT", "PATCH"].contains(exchange.request.method.name) else { return }
        easy.set(.upload, true)
        easy.set(.inFileSizeLarge, size: size)
    }

    private func setProxy(_ proxy: CurlProxy) {
        switch proxy.kind {
        case .environment: break
        case .none: easy.set(.proxy, "")
        case .server(let address, let user, let password):
            easy.set(.proxy, address.absoluteString)
            // An empty list, so that the proxy is used for every host, even if the environment has exceptions.
            easy.set(.noProxy, "")
            guard !user.isEmpty else { return }
            easy.set(.proxyUsername, user)
            easy.set(.proxyPassword, password.wrappedValue)
        }
    }

    private func setTrust(_ configuration: CurlConfiguration) {
        easy.set(.sslVersion, CurlValue.tls12)
        if let authorities = configuration.authorities {
            easy.set(.caInfo, authorities.path)
            easy.set(.caPath, nil)
            easy.set(.proxyCAInfo, authorities.path)
            easy.set(.proxyCAPath, nil)
        }
        guard let own = configuration.clientCertificate else { return }
        easy.set(.sslCertType, own.type)
        easy.set(.sslCert, own.certificate.path)
        if let key = own.key { easy.set(.sslKey, key.path) }
        if !own.password.wrappedValue.isEmpty { easy.set(.keyPasswd, own.password.wrappedValue) }
    }
}
#endif
