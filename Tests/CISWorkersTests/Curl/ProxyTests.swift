#if os(Linux)
import CISWorkers
import Foundation
import Testing

@Suite(.enabled(if: OutsideServer.isAvailable, OutsideServer.requirement))
struct `Proxies` {
    private let site: LoopbackServer

    init() throws {
        site = try LoopbackServer(.status(200, body: "site"))
    }

    /// The URL of the site, with a host name that differs from the proxy's.
    private var named: URL {
        URL(string: site.url.absoluteString.replacing("127.0.0.1", with: "localhost")) ?? site.url
    }

    @Test func `a request goes by way of an HTTP proxy`() async throws {
        let proxy = try await OutsideServer("proxy")
        let client = client(site.url) { $0.proxy = .server(proxy.url("http")) }
        #expect(try await client.page() == "site")
        #expect(await proxy.next() == "connection")
        #expect(await proxy.next()?.hasPrefix("GET \(site.url)/page HTTP/1.1 | ") == true)
    }

    @Test func `a request goes by way of a SOCKS proxy`() async throws {
        let proxy = try await OutsideServer("socks")
        let client = client(site.url) { $0.proxy = .server(proxy.url("socks5")) }
        #expect(try await client.page() == "site")
        #expect(await proxy.next() == "connection")
        #expect(await proxy.next() == "SOCKS address 127.0.0.1")
    }

    @Test func `a SOCKS proxy looks up the name if the scheme requires it`() async throws {
        let proxy = try await OutsideServer("socks")
        let client = client(named) { $0.proxy = .server(proxy.url("socks5h")) }
        #expect(try await client.page() == "site")
        #expect(await proxy.next() == "connection")
        #expect(await proxy.next() == "SOCKS name localhost")
    }

    @Test func `a request goes by way of a proxy over TLS`() async throws {
        let proxy = try await OutsideServer("--tls", "server.pem", "proxy")
        let client = client(site.url) {
            $0.proxy = .server(proxy.url("https"))
            $0.authorities = OutsideServer.certificate("authority.pem")
        }
        #expect(try await client.page() == "site")
    }

    @Test func `a proxy over TLS that is not trusted gets nothing`() async throws {
        let proxy = try await OutsideServer("--tls", "self-signed.pem", "proxy")
        let client = client(site.url) { $0.proxy = .server(proxy.url("https")) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notTrusted, "\(String(describing: error))")
        #expect(site.requests.isEmpty)
    }

    @Test func `what is encrypted goes through a tunnel, and the proxy sees no header of it`() async throws {
        let secure = try await OutsideServer("--tls", "server.pem", "site")
        let proxy = try await OutsideServer("proxy")
        let client = client(secure.url("https")) {
            $0.proxy = .server(proxy.url("http"))
            $0.authorities = OutsideServer.certificate("authority.pem")
        } http: {
            $0.headers = ["X-Api-Key": "s3cret"]
        }
        let answer = try await client.send(Endpoint(.get, "page", decoder: .response))
        #expect(answer.body == Data("nobody".utf8))
        // A header of the proxy's own response.
        #expect(answer.headers["X-Proxy"] == nil)
        #expect(await proxy.next() == "connection")
        let line = try #require(await proxy.next())
        #expect(line.hasPrefix("CONNECT 127.0.0.1:\(secure.port) HTTP/1.1"))
        #expect(!line.contains("s3cret"))
    }

    @Test(arguments: ["http", "socks5"])
    func `a proxy receives the login`(scheme: String) async throws {
        let proxy = try await OutsideServer("--login", "mina:a:b", scheme == "http" ? "proxy" : "socks")
        let client = client(site.url) { $0.proxy = .server(proxy.url(scheme), user: "mina", password: "a:b") }
        #expect(try await client.page() == "site")
    }

    @Test func `without its login, a proxy answers plain requests with 407, and makes no encrypted connection`()
        async throws
    {
        let proxy = try await OutsideServer("--login", "mina:a", "proxy")
        let plain = await failure { () async throws(HTTPError) in
            try await client(site.url) { $0.proxy = .server(proxy.url("http")) }.page()
        }
        #expect(plain?.status == 407)
        let secure = await failure { () async throws(HTTPError) in
            try await client(URL("https://127.0.0.1:1")) { $0.proxy = .server(proxy.url("http")) }.page()
        }
        #expect(secure?.code == .notConnected)
        #expect(secure?.description.contains("the proxy answered with status 407") == true)
    }

    @Test func `a SOCKS proxy that refuses is no connection`() async throws {
        let proxy = try await OutsideServer("--login", "mina:a", "socks")
        let client = client(site.url) { $0.proxy = .server(proxy.url("socks5")) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notConnected, "\(String(describing: error))")
    }

    @Test func `a proxy that does not listen is an error`() async throws {
        let nobody = try ClosedPort()
        let client = client(site.url) { $0.proxy = .server(nobody.url) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .notConnected)
        #expect(site.requests.isEmpty)
    }

    @Test(arguments: ["ftp://127.0.0.1:1", "proxy", "http:///"])
    func `an address that cannot be one of a proxy is a mistake of the program`(address: String) async throws {
        let url = try #require(URL(string: address))
        let client = client(site.url) { $0.proxy = .server(url) }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .invalidRequest, "\(String(describing: error))")
        #expect(site.requests.isEmpty)
    }

    /// Runs in a process of its own, because all tests of a process share the environment.
    @Test func `the proxy of the environment is used, unless none is to be`() async {
        await #expect(processExitsWith: .success) {
            let site = try LoopbackServer(.status(200, body: "site"))
            let nobody = try ClosedPort()
            setenv("http_proxy", nobody.url.absoluteString, 1)
            setenv("no_proxy", "", 1)
            let error = await failure { () async throws(HTTPError) in try await client(site.url).page() }
            #expect(error?.code == .notConnected)
            #expect(try await client(site.url) { $0.proxy = .none }.page() == "site")
            setenv("no_proxy", "127.0.0.1", 1)
            #expect(try await client(site.url).page() == "site")
            // An explicit proxy is used for every host.
            let given = client(site.url) { $0.proxy = .server(nobody.url) }
            #expect(await failure { () async throws(HTTPError) in try await given.page() }?.code == .notConnected)
        }
    }

    @Test func `no text has the user or the password in it`() {
        let proxy = CurlProxy.server(URL("http://s3cret:s3cret@proxy:3128"), user: "s3cret", password: "s3cret")
        var text = "\(proxy)" + String(reflecting: proxy)
        dump(proxy, to: &text)
        #expect(!text.contains("s3cret"))
        #expect("\(proxy)" == "http://proxy:3128")
    }
}
#endif
