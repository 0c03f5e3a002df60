import Foundation
import SceneWeb
import Testing

@Suite("requests and answers") struct RequestTests {
    @Test func `a request reaches the handler with its method, path, query, headers and body`() async throws {
        let server = try WebServer(port: 0) { request in
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
            let body = String(decoding: request.body, as: UTF8.self)
            return .text("\(request.method) \(request.path) \(query) \(request.header("X-NAME") ?? "") \(body)")
        }
        let answer = await RawClient.ask(
            server.port, "POST", "/a%20b/c?q=%ED%95%9C+%EA%B8%80&empty", headers: ["x-name: value"], body: "text")
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.hasSuffix("\r\n\r\nPOST /a%20b/c q=한 글;empty= value text"))
        await server.stop()
    }

    @Test func `the parts of a path are decoded one by one, and not at all if they are not text`() {
        #expect(WebRequest("GET", "/gathers/a%2Fb//7").pathParts == ["gathers", "a/b", "7"])
        #expect(WebRequest("GET", "/%FF").pathParts == nil)
    }

    @Test func `a body that announces too much is refused before it is read`() async throws {
        var limits = WebServer.Limits()
        limits.body = 10
        let server = try WebServer(port: 0, limits: limits) { _ in .text("read") }
        #expect(await RawClient.ask(server.port, "POST", "/", body: "0123456789").hasSuffix("read"))
        let answer = await RawClient.ask(server.port, "POST", "/", body: "0123456789a")
        #expect(answer.hasPrefix("HTTP/1.1 413"))
        #expect(answer.contains("larger than 10 bytes"))
        await server.stop()
    }

    @Test func `a body without an announced length ends with its connection when it is too large`() async throws {
        var limits = WebServer.Limits()
        limits.body = 10
        let server = try WebServer(port: 0, limits: limits) { _ in .text("read") }
        let client = RawClient(port: server.port)
        client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.send("8\r\n01234567\r\n8\r\n01234567\r\n0\r\n\r\n")
        #expect(await client.readToEnd() == "")
        await server.stop()
    }

    @Test func `an answer that breaks off sends less than it announced`() async throws {
        let server = try WebServer(port: 0) { _ in
            .cutOff(Data("half".utf8), announcing: 100, type: "application/json")
        }
        let answer = await RawClient.ask(server.port, "GET", "/")
        #expect(answer.contains("Content-Length: 100"))
        #expect(answer.hasSuffix("\r\n\r\nhalf"))
        await server.stop()
    }

    @Test func `a header with a line break is omitted, so that clients cannot add headers`() async throws {
        let server = try WebServer(port: 0) { request in
            .empty(302, headers: [("Location", "/\(request.query("to") ?? "")")])
        }
        let answer = await RawClient.ask(server.port, "GET", "/?to=%0d%0aSet-Cookie:%20stolen")
        #expect(answer.hasPrefix("HTTP/1.1 302"))
        #expect(!answer.contains("Set-Cookie"))
        await server.stop()
    }

    @Test func `the headers of all answers can be replaced, added and left out`() async throws {
        let usual = try WebServer(port: 0) { _ in .text("text") }
        let answer = await RawClient.ask(usual.port, "GET", "/")
        for (name, value) in WebServer.defaultHeaders { #expect(answer.contains("\r\n\(name): \(value)\r\n")) }
        await usual.stop()
        let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'"
        let server = try WebServer(
            port: 0,
            headers: [
                ("content-security-policy", policy), ("Referrer-Policy", ""),
                ("Cross-Origin-Opener-Policy", "same-origin"),
            ]
        ) { request in
            .empty(200, headers: request.path == "/own" ? [("Content-Security-Policy", "sandbox")] : [])
        }
        let changed = await RawClient.ask(server.port, "GET", "/")
        #expect(changed.contains("\r\ncontent-security-policy: \(policy)\r\n"))
        #expect(changed.components(separatedBy: "ecurity-").count == 2, "once")
        #expect(changed.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
        #expect(changed.contains("\r\nCross-Origin-Opener-Policy: same-origin\r\n"))
        #expect(!changed.contains("Referrer-Policy"))
        #expect(await RawClient.ask(server.port, "GET", "/own").contains("\r\nContent-Security-Policy: sandbox\r\n"))
        await server.stop()
    }

    @Test func `a hundred requests at once are each answered with their own`() async throws {
        let server = try WebServer(port: 0) { .text($0.path) }
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let answer = await RawClient.ask(server.port, "GET", "/\(number)")
                    #expect(answer.hasSuffix("\r\n\r\n/\(number)"))
                }
            }
        }
        await server.stop()
    }
}

@Suite("who may use the server") struct AccessTests {
    @Test(arguments: ["127.0.0.1", "localhost", "LocalHost"])
    func `its own names are welcome`(host: String) async throws {
        let server = try WebServer(port: 0) { _ in .text("hello") }
        #expect(await RawClient.ask(server.port, "GET", "/", host: host).hasPrefix("HTTP/1.1 200"))
        await server.stop()
    }

    @Test func `a name that is made to point here is not`() async throws {
        let server = try WebServer(port: 0) { _ in .text("hello") }
        let answer = await RawClient.ask(server.port, "GET", "/", host: "evil.example")
        #expect(answer.hasPrefix("HTTP/1.1 403"))
        #expect(!answer.contains("hello"))
        await server.stop()
    }

    @Test func `a refusal is logged without the query, which may contain a secret`() async throws {
        let (lines, log) = AsyncStream.makeStream(of: String.self)
        let server = try WebServer(port: 0, log: { log.yield($0) }) { _ in .text("hello") }
        _ = await RawClient.ask(server.port, "GET", "/sign-in?code=s3cret", host: "evil.example")
        await server.stop()
        log.finish()
        let all: [String] = await lines.reduce(into: []) { $0.append($1) }
        #expect(all.count == 1 && all[0].contains("/sign-in") && !all[0].contains("s3cret"), "\(all)")
    }

    @Test(arguments: ["evil.example", "127.0.0.1"])
    func `of two hosts none is`(second: String) async throws {
        let server = try WebServer(port: 0) { _ in .text("hello") }
        let answer = await RawClient.ask(server.port, "GET", "/", headers: ["hOST: \(second)"])
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(!answer.contains("hello"))
        await server.stop()
    }

    @Test func `a page of another site or another port is not, one of its own is`() async throws {
        let server = try WebServer(port: 0) { _ in .text("hello") }
        let port = server.port
        for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:\(port).evil.example"] {
            let answer = await RawClient.ask(port, "POST", "/", headers: ["Origin: \(origin)"], body: "x")
            #expect(answer.hasPrefix("HTTP/1.1 403"), "\(origin)")
        }
        let own = await RawClient.ask(port, "POST", "/", headers: ["Origin: http://127.0.0.1:\(port)"], body: "x")
        #expect(own.hasPrefix("HTTP/1.1 200"))
        await server.stop()
    }
}

@Suite("files in memory") struct StaticFilesTests {
    private static var files: StaticFiles {
        var files = StaticFiles()
        files.add("<p>안녕</p>", at: "/index.html")
        files.add("let a = 1", at: "/app.js")
        return files
    }

    @Test func `a file has its type, and a folder its index`() async throws {
        let files = Self.files
        let server = try WebServer(port: 0) { files.response(to: $0) ?? .text("nothing", status: 404) }
        let page = await RawClient.ask(server.port, "GET", "/")
        #expect(page.contains("Content-Type: text/html; charset=utf-8"))
        #expect(page.hasSuffix("<p>안녕</p>"))
        #expect(await RawClient.ask(server.port, "GET", "/app.js").contains("Content-Type: text/javascript"))
        #expect(await RawClient.ask(server.port, "GET", "/../index.html").hasPrefix("HTTP/1.1 404"))
        #expect(await RawClient.ask(server.port, "HEAD", "/app.js").hasSuffix("\r\n\r\n"))
        await server.stop()
    }

    @Test(arguments: [
        ("/한 글.txt", "/%ED%95%9C%20%EA%B8%80.txt"), ("/100%.txt", "/100%25.txt"), ("/%20.txt", "/%20.txt"),
    ])
    func `a file is found under its name as browsers write it`(name: String, path: String) {
        var files = StaticFiles()
        files.add("text", at: name)
        #expect(files.response(to: WebRequest("GET", path))?.status == 200)
    }

    @Test func `a browser that has the file receives 304, and writing to it is refused`() throws {
        let files = Self.files
        let first = try #require(files.response(to: WebRequest("GET", "/app.js")))
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        let second = files.response(to: WebRequest("GET", "/app.js", headers: [("if-none-match", tag)]))
        #expect(second?.status == 304)
        #expect(files.response(to: WebRequest("DELETE", "/app.js"))?.status == 405)
    }

    // RFC 9110, 13.1.2
    @Test func `a tag is found in any form in which a browser or a proxy may send it`() throws {
        let files = Self.files
        let first = try #require(files.response(to: WebRequest("GET", "/app.js")))
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        func status(_ fields: String...) -> Int? {
            let headers = fields.map { (name: "IF-None-Match", value: $0) }
            return files.response(to: WebRequest("GET", "/app.js", headers: headers))?.status
        }
        let known = [
            "*", "W/\(tag)", " \(tag)", "\"a\", \(tag)", "W/\"a\",W/\(tag) , \"b\"", "\"a,b\", , \(tag)",
            "\"\"\t,\(tag)",
        ]
        for field in known { #expect(status(field) == 304, "\(field)") }
        #expect(status("\"a\"", tag) == 304, "two fields are one list")
        let unquoted = tag.filter { $0 != "\"" }
        for field in ["", "\"a\"", "W/\"a\"", unquoted, "\"a\(unquoted)\"", "w/\(tag)", "\"a", "\"*\"", "a \(tag)"] {
            #expect(status(field) == 200, "\(field)")
        }
        #expect(files.response(to: WebRequest("HEAD", "/app.js", headers: [("If-None-Match", "*")]))?.status == 304)
    }
}
