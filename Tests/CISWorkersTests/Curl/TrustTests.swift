#if os(Linux)
import CISWorkers
import Foundation
import Testing

/// Connections over TLS.
@Suite(.enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
struct `Connections over TLS` {
    private static let authority = OutsideServer.certificate("authority.pem")

    private static func trusting(_ configuration: inout CurlConfiguration) {
        configuration.authorities = authority
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a server of a private authority is trusted`(host: String) async throws {
        let server = try await OutsideServer("--tls", "server.pem", "site")
        let client = client(server.url("https", host: host), Self.trusting)
        #expect(try await client.page() == "nobody")
    }

    @Test func `requests one after the other share a secure connection`() async throws {
        let server = try await OutsideServer("--tls", "server.pem", "site")
        let client = client(server.url("https"), Self.trusting)
        for _ in 1...3 { _ = try await client.page() }
        #expect(await server.next() == "connection")
        for _ in 1...3 { #expect(await server.next() == "GET /page HTTP/1.1") }
    }

    @Test(arguments: [
        ("self-signed.pem", "self-signed certificate"), ("expired.pem", "expired"), ("wrong-name.pem", "subject name"),
    ])
    func `a server with such a certificate is not trusted, and the error says why`(certificate: String, reason: String)
        async throws
    {
        let server = try await OutsideServer("--tls", certificate, "site")
        let client = client(server.url("https"), Self.trusting)
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func `a certificate that is not trusted is not tried again`() async throws {
        let server = try await OutsideServer("--tls", "expired.pem", "site")
        // The clock stands still: a second attempt would never come.
        let client = client(server.url("https"), Self.trusting) { $0.retry = RetryPolicy(attempts: 3) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notTrusted)
    }

    @Test func `a server of another authority than those that are given is not trusted`() async throws {
        let server = try await OutsideServer("--tls", "server.pem", "site")
        let client = client(server.url("https")) {
            $0.authorities = OutsideServer.certificate("client-certificate.pem")
        }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notTrusted)
    }

    @Test func `a server that resets a secure connection in an upload does not stop the program`() async throws {
        let server = try await OutsideServer("--tls", "server.pem", "reset")
        let client = client(server.url("https"), Self.trusting)
        let body = HTTPBody.data(Data(count: 8 << 20))
        let error = await failure { () async throws(HTTPError) in
            try await client.send(Endpoint(.put, "x", body: body, decoder: .none))
        }
        #expect(error?.code == .connectionLost, "\(String(describing: error))")
    }

    @Test func `authorities in a file that is not there are a mistake of the program`() async throws {
        let server = try await OutsideServer("--tls", "server.pem", "site")
        let client = client(server.url("https")) { $0.authorities = URL(filePath: "/nowhere/authority.pem") }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .invalidRequest, "\(String(describing: error))")
    }
}

/// Servers that request a certificate of the client.
@Suite(.enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
struct `Certificates of the client` {
    private func page(_ certificate: CurlClientCertificate?) async throws -> String {
        let server = try await OutsideServer("--tls", "server.pem", "--clients", "authority.pem", "site")
        let client = client(server.url("https")) {
            $0.authorities = OutsideServer.certificate("authority.pem")
            $0.clientCertificate = certificate
        }
        return try await client.page()
    }

    static let forms: [CurlClientCertificate] = [
        .pem(certificate: OutsideServer.certificate("client.pem"), key: OutsideServer.certificate("client.pem")),
        .pem(
            certificate: OutsideServer.certificate("client-certificate.pem"),
            key: OutsideServer.certificate("client-locked.key"), password: "open"),
        .pkcs12(OutsideServer.certificate("client.p12"), password: "open"),
    ]

    @Test(arguments: forms.indices)
    func `the server recognizes the client by its certificate, in each of its forms`(form: Int) async throws {
        #expect(try await page(Self.forms[form]) == "client")
    }

    /// In TLS 1.3 the client may send the request before it learns of the rejection. Then it sees only that the server
    /// has closed the connection.
    @Test func `without a certificate the server does not answer`() async throws {
        let error = await failure { try await page(nil) } as? HTTPError
        #expect([.notTrusted, .connectionLost].contains(error?.code), "\(String(describing: error))")
    }

    static let unusable: [CurlClientCertificate] = [
        .pem(
            certificate: OutsideServer.certificate("client-certificate.pem"),
            key: OutsideServer.certificate("client-locked.key"), password: "wrong"),
        .pem(
            certificate: OutsideServer.certificate("client-certificate.pem"),
            key: OutsideServer.certificate("server.pem")),
        .pkcs12(OutsideServer.certificate("client.p12"), password: ""),
        .pkcs12(URL(filePath: "/nowhere/client.p12"), password: "open"),
    ]

    @Test(arguments: unusable.indices)
    func `a certificate that cannot be used is a mistake of the program`(form: Int) async throws {
        let error = await failure { try await page(Self.unusable[form]) } as? HTTPError
        #expect(error?.code == .invalidRequest, "\(String(describing: error))")
    }

    @Test func `no text has the password in it`() {
        var text = String(reflecting: CurlClientCertificate.pkcs12(URL(filePath: "/x.p12"), password: "s3cret"))
        dump(CurlClientCertificate.pkcs12(URL(filePath: "/x.p12"), password: "s3cret"), to: &text)
        #expect(!text.contains("s3cret"))
    }
}
#endif
