import GatherServer
import Testing

/// The arguments of the server.
@Suite struct OptionsTests {
    @Test func `FG-NET-01 without options it is where the app looks, for this machine only`() throws {
        let options = try ServerOptions([])
        #expect(options.address(port: options.port) == "http://127.0.0.1:8080")
        #expect(options.database == .file("football-gather.sqlite"))
        #expect(options.access.hosts == ["localhost", "127.0.0.1", "[::1]"])
    }

    @Test func `all options are understood`() throws {
        let options = try ServerOptions([
            "--port", "0", "--host", "::1", "--name", "Gather.Example", "--name", "g", "--database", "/tmp/g",
        ])
        #expect(options.port == 0 && options.host == "::1" && options.database == .file("/tmp/g"))
        #expect(options.access.hosts.isSuperset(of: ["gather.example", "g", "[::1]"]))
        #expect(options.address(port: 1) == "http://[::1]:1")
        #expect(try ServerOptions(["--host", "0.0.0.0"]).address(port: 2) == "http://127.0.0.1:2")
        #expect(try ServerOptions(["--name", "[2001:db8::1]"]).access.hosts.contains("[2001:db8::1]"))
        for address in ["postgres://localhost/gather", "postgresql:///gather"] {
            #expect(try ServerOptions(["--database", address]).database == .postgreSQL(address))
        }
    }

    @Test(arguments: [
        ["--port"], ["--port", "x"], ["--port", "65536"], ["--host"], ["--host", "--port"], ["--database", ""],
        ["--name"],
        ["--verbose"], ["8080"], ["--database", ":memory:"], ["--database", "mysql://h/db"],
        ["--database", "file:g.sqlite"], ["--database", "file:///g.sqlite"],
        ["--name", "host:8443"], ["--name", "https://host"], ["--name", "::1"], ["--name", "[::1]:80"],
    ])
    func `a word that is not understood is named`(words: [String]) {
        #expect(throws: ServerOptions.Misuse.self) { try ServerOptions(words) }
    }
}
