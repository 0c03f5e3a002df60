import Dispatch
import Foundation
import GatherServer
import Testing

extension ServerTests {
    /// Errors between the server and PostgreSQL.
    @Suite(.enabled(if: PostgreSQL.isInstalled, "PostgreSQL is not installed: apt-get install postgresql"))
    struct PostgreSQLLimitTests {
        @Test func `a statement, a lock and a transaction that stands still have a limit in time`() async throws {
            try await PostgreSQL.withDatabase { location in
                let database = try await location.open()
                let limits = try await database.read { connection in
                    [
                        try connection.run("SHOW statement_timeout").first,
                        try connection.run("SHOW lock_timeout").first,
                        try connection.run("SHOW idle_in_transaction_session_timeout").first,
                    ].map { $0?.values }
                }
                #expect(limits == [[.string("10s")], [.string("5s")], [.string("10s")]])
                await database.close()
            }
        }

        @Test(arguments: ["lock_timeout", "statement_timeout"])
        func `what takes too long is refused, and not begun again`(limit: String) async throws {
            try await PostgreSQL.withDatabase { location in
                let address = try Self.address(location)
                let holder = try await location.open()
                let other = try await DatabaseLocation.postgreSQL("\(address)&options=-c%20\(limit)%3D100ms").open()
                let (isLocked, end, runs) = (Gate(), DispatchSemaphore(value: 0), Lines())
                async let held: Void = holder.write { connection in
                    try connection.run("SELECT pg_advisory_xact_lock(1)")
                    isLocked.open()
                    end.wait()
                }
                await isLocked.opened()
                let error = await #expect(throws: DatabaseError.self) {
                    try await other.read { connection in
                        runs.add("run")
                        try connection.run("SELECT pg_advisory_xact_lock(1)")
                    }
                }
                #expect(error?.code == .unavailable && runs.text == "run", "\(runs.text)")
                end.signal()
                try await held
                await holder.close()
                await other.close()
            }
        }

        @Test func `a transaction that PostgreSQL has given up is not taken for one that is done`() async throws {
            try await PostgreSQL.withDatabase { location in
                let database = try await location.open()
                await #expect(throws: DatabaseError.self) {
                    try await database.write { connection in
                        try connection.run("INSERT INTO users (id, username, password) VALUES ('a', 'a', 'x')")
                        _ = try? connection.run("INSERT INTO users (id, username, password) VALUES ('a', 'a', 'x')")
                    }
                }
                let count = try await database.read { try $0.run("SELECT COUNT(*) FROM users").first?.values }
                #expect(count == [.number(0)])
                await database.close()
            }
        }

        @Test func `a PostgreSQL that has become one for reading only is left, and the next write connects again`()
            async throws
        {
            try await PostgreSQL.withDatabase { location in
                let database = try await location.open()
                let process = { @Sendable (connection: any Connection) in
                    try connection.run("SELECT pg_backend_pid()").first?.values
                }
                let first = try await database.write(process)
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { connection in
                        try connection.run("SET TRANSACTION READ ONLY")
                        try connection.run("INSERT INTO users (id, username, password) VALUES ('a', 'a', 'x')")
                    }
                }
                #expect(error?.code == .unavailable)
                #expect(try await database.write(process) != first)
                await database.close()
            }
        }

        @Test func `a write that may have been done is not answered with "try again"`() async throws {
            try await PostgreSQL.withDatabase { location in
                let server = try TestServer(try await location.open())
                let ada = try await server.user()
                try await server.database.write { connection in
                    try connection.run(
                        """
                        CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS
                        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
                        """)
                    // The trigger runs during COMMIT.
                    try connection.run(
                        """
                        CREATE CONSTRAINT TRIGGER hangs_up AFTER INSERT ON players DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION hang_up()
                        """)
                }
                let answer = await ada.ask("POST", "/api/players", json: #"{"name": "Zoe"}"#)
                #expect(answer.status == 500 && answer.reason == "Something went wrong.", "\(server.log.text)")
                #expect(server.log.text.contains("it is not known whether it was done"))
                #expect(try await ada.players().isEmpty, "the connection is a new one")
                await server.server.stop()
            }
        }

        @Test func `of two writes that lock each other out, one is tried again, and both are done`() async throws {
            try await PostgreSQL.withDatabase { location in
                let database = try await location.open()
                try await database.write { connection in
                    try connection.run(
                        "INSERT INTO users (id, username, password) VALUES ('a', 'a', ''), ('b', 'b', '')")
                }
                let (one, other, runs) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Lines())
                async let first: Void = database.write { try Self.change("a", "b", $0, one, other, runs) }
                async let second: Void = database.write { try Self.change("b", "a", $0, other, one, runs) }
                _ = try await (first, second)
                let changed = try await database.read { try $0.run("SELECT password FROM users").map(\.values) }
                #expect(changed == [[.string("xx")], [.string("xx")]])
                // A write that is repeated may overtake the other one, and cause another deadlock.
                #expect(runs.text.count { $0 != "\n" } >= 3, "\(runs.text)")
                await database.close()
            }
        }

        /// Changes a row, waits until the other write has changed the second row, and then changes that one, too. When it is
        /// repeated, it does not wait.
        private static func change(
            _ first: String, _ second: String, _ connection: any Connection, _ here: DispatchSemaphore,
            _ there: DispatchSemaphore, _ runs: Lines
        ) throws {
            let isFirst = !runs.text.contains(first)
            runs.add(first)
            try connection.run("UPDATE users SET password = password || 'x' WHERE id = $1", .string(first))
            if isFirst {
                here.signal()
                there.wait()
            }
            try connection.run("UPDATE users SET password = password || 'x' WHERE id = $1", .string(second))
        }

        @Test func `the program says only where it listens, also when the tables are there`() async throws {
            try await PostgreSQL.withDatabase { location in
                for _ in 1...2 {
                    let pipe = ChildProcess.pipe()
                    let process = try await ServerProcess(
                        ["--database", Self.address(location)], errors: pipe.writing)
                    try pipe.writing.close()
                    #expect(await process.end(SIGTERM) == 0)
                    #expect(await pipe.reading.text() == "")
                }
            }
        }

        private static func address(_ location: DatabaseLocation) throws -> String {
            guard case .postgreSQL(let address) = location else { throw Refusal.notFound }
            return address
        }
    }
}
