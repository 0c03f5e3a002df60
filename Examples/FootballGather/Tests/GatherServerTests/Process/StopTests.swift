import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// How the server stops.
    @Suite struct StopTests {
        /// A database whose writes wait until the test opens it.
        private final class SlowDatabase: Database {
            let base: any Database
            let began = Gate()
            let end = Gate()

            init(_ base: any Database) { self.base = base }

            func read<Value: Sendable>(
                _ body: @escaping @Sendable (any Connection) throws -> Value
            ) async throws -> Value { try await base.read(body) }

            func write<Value: Sendable>(
                _ body: @escaping @Sendable (any Connection) throws -> Value
            ) async throws -> Value {
                began.open()
                await end.opened()
                return try await base.write(body)
            }

            func close() async { await base.close() }
        }

        @Test(arguments: Backend.all)
        func `requests in flight are answered before it stops, and later ones are not taken`(
            backend: Backend
        ) async throws {
            try await backend.withDatabase { location in
                let first = try TestServer(try await location.open())
                let token = try await first.user().token
                await first.server.stop()

                let slow = SlowDatabase(try await location.open())
                let second = try TestServer(slow)
                let client = Client(port: second.server.port, token: token)
                async let added = client.addPlayer("Zoe")
                await slow.began.opened()
                let clock = StandingClock()
                async let stopped: Void = second.server.stop(clock: clock)
                await clock.began.opened()
                #expect(await RawClient.isRefused(second.server.port), "nothing listens while the request is answered")
                slow.end.open()
                let id = await added
                #expect(!id.isEmpty)
                await stopped
                #expect(await client.ask("GET", "/api/players").status == 0)

                let third = try TestServer(try await location.open())
                let again = Client(port: third.server.port, token: token)
                #expect(try await again.players().map { "\($0.id)" } == [id])
                await third.server.stop()
            }
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func `a signal ends the program well, and leaves the file alone`(signal: Int32) async throws {
            try await withFolder { folder in
                let file = folder.appending(path: "g").path
                let process = try await ServerProcess(["--database", file])
                let ada = try await Client(port: process.port).registered("ada")
                let id = await ada.addPlayer("Zoe")
                #expect(await process.end(signal) == 0)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["g"], "the log is in the file")
                let again = try await ServerProcess(["--database", file])
                let players = try await Client(port: again.port, token: ada.token).players()
                #expect(players.map { "\($0.id)" } == [id], "the token is good after a new start")
                #expect(await again.end(SIGTERM) == 0)
            }
        }

        @Test func `what cannot be started says why, without a word of a password`() async throws {
            let missing = try await ServerProcess.output(["--database", "/nowhere/g", "--port", "0"])
            #expect(
                missing.status == 1
                    && missing.text == "gather-server: /nowhere/g cannot be written: No such file or directory.\n")
            let misuse = try await ServerProcess.output(["--prot", "0"])
            #expect(misuse.status == 64 && misuse.text.contains("--prot"))
            #expect(try await ServerProcess.output(["--help"]).text.hasPrefix("usage: gather-server"))
            for address in ["postgres://ada:s3cr3t@/nowhere?host=/nowhere", "postgres://ada:s3cr3t@[::1/x"] {
                let unreachable = try await ServerProcess.output(["--port", "0", "--database", address])
                #expect(unreachable.status == 1 && unreachable.text.hasPrefix("gather-server: "))
                #expect(!unreachable.text.contains("s3cr3t"), "\(unreachable.text)")
            }
        }

        @Test(arguments: [
            // libpq takes part of the password for the host, the port or the name.
            ("postgres://ada:p@s3cr3t@localhost/db", 1), ("postgres://ada:s3cr3t/x@localhost/db", 1),
            ("postgres://ada:1/s3cr3t@localhost/db", 1), ("postgres://a@da:s3cr3t@localhost/db", 1),
            // These do not begin with `postgres://`, and must not be taken for files.
            ("Postgres://ada:s3cr3t@h/db", 64), ("mysql://ada:s3cr3t@h/db", 64), ("postgres:/\u{2f}\u{301}s3cr3t", 64),
        ])
        func `a password that the address does not show as one is not said either`(
            address: String, status: Int32
        ) async throws {
            let refused = try await ServerProcess.output(["--port", "0", "--database", address])
            #expect(refused.status == status && refused.text.hasPrefix("gather-server: "), "\(refused.text)")
            #expect(!refused.text.contains("s3cr3t"), "\(refused.text)")
        }

        @Test(arguments: [true, false])
        func `a line that standard error does not take is lost, and the server goes on`(isFull: Bool) async throws {
            try await withFolder { folder in
                let pipe = ChildProcess.pipe()
                try pipe.reading.close()
                let errors =
                    try isFull ? #require(FileHandle(forWritingAtPath: "/dev/full")) : pipe.writing
                let file = folder.appending(path: "g").path
                let process = try await ServerProcess(["--database", file], errors: errors)
                let client = Client(port: process.port)
                #expect(await client.ask("GET", "/api/users", host: "evil.example").status == 403)
                #expect(await client.ask("GET", "/api/users").status == 200)
                #expect(await process.end(SIGTERM) == 0)
            }
        }
    }
}
