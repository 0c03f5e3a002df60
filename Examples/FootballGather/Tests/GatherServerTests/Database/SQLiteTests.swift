import Foundation
import GatherServer
import Testing

/// A database in a file.
@Suite struct SQLiteTests {
    private func count(_ database: any Database) async throws -> [Value]? {
        try await database.read { try $0.run("SELECT COUNT(*) FROM users").first?.values }
    }

    private func insert(_ name: String, _ database: any Database) async throws {
        try await database.write { connection in
            try connection.run(
                "INSERT INTO users (id, username, password) VALUES ($1, $2, 'x')", .string(name), .string(name))
        }
    }

    @Test func `what was written is there after closing and opening, and only its owner can read it`() async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "g").path
            let first = try await SQLiteDatabase(path)
            try await insert("ada", first)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let file = folder.appending(path: name).path
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
            await first.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["g"])
            let second = try await SQLiteDatabase(path)
            #expect(try await count(second) == [.number(1)])
            await second.close()
        }
    }

    @Test func `it is durable: in the write-ahead log, which a commit waits for, with foreign keys`() async throws {
        try await withFolder { folder in
            let database = try await SQLiteDatabase(folder.appending(path: "g").path)
            let settings = try await database.read { connection in
                [
                    try connection.run("PRAGMA journal_mode").first, try connection.run("PRAGMA synchronous").first,
                    try connection.run("PRAGMA foreign_keys").first,
                ].map { $0?.values }
            }
            #expect(settings == [[.string("wal")], [.number(2)], [.number(1)]])
            await database.close()
        }
    }

    @Test func `writes that share a transaction succeed and fail each for itself`() async throws {
        try await withFolder { folder in
            let database = try await SQLiteDatabase(folder.appending(path: "g").path)
            let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
                for number in 0..<200 {
                    group.addTask {
                        // Every third write fails, after it has changed something.
                        do {
                            try await database.write { connection in
                                try connection.run(
                                    "INSERT INTO users (id, username, password) VALUES ($1, $1, 'x')",
                                    .string("\(number)"))
                                if number % 3 == 0 { throw Refusal.notFound }
                            }
                            return (number, true)
                        } catch {
                            #expect(error as? Refusal == .notFound)
                            return (number, false)
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 0..<200 { #expect(outcomes[number] == (number % 3 != 0)) }
            let names = try await database.read {
                try $0.run("SELECT username FROM users ORDER BY username").map(\.values)
            }
            let kept: [[Value]] = (0..<200).filter { $0 % 3 != 0 }.map { [.string("\($0)")] }
            #expect(names == kept.sorted { "\($0)" < "\($1)" })
            await database.close()
        }
    }

    @Test func `a full disk is named in words, and what was stored before stays`() async throws {
        try await withFolder { folder in
            let database = try await SQLiteDatabase(folder.appending(path: "g").path)
            try await insert("ada", database)
            // The file may not grow any more.
            try await database.write { try $0.run("PRAGMA max_page_count = 1") }
            let error = await #expect(throws: DatabaseError.self) {
                for number in 1... { try await insert(String(repeating: "\(number)", count: 1_000), database) }
            }
            #expect(error?.description == "failed (SQLite 13: database or disk is full)")
            #expect(try await count(database) != [.number(0)])
            await database.close()
        }
    }

    @Test func `a closed database says so`() async throws {
        try await withFolder { folder in
            let database = try await SQLiteDatabase(folder.appending(path: "g").path)
            await database.close()
            await database.close()
            await #expect(throws: DatabaseError.self) { try await count(database) }
            await #expect(throws: DatabaseError.self) { try await insert("ada", database) }
        }
    }

    @Test func `a file that is no database, or a folder that is not there, is named in a sentence`() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "text").path
            try Data("This is no database, but a text of some length.".utf8).write(to: URL(fileURLWithPath: file))
            for path in [file, folder.appending(path: "missing/g").path, folder.path] {
                let error = await #expect(throws: DatabaseStartError.self) { try await SQLiteDatabase(path) }
                #expect(error?.description.hasPrefix(path) == true)
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("This is no database"))
        }
    }

    @Test(arguments: [99, -1])
    func `tables of a version that is not known are left alone`(version: Int) async throws {
        try await withFolder { folder in
            let path = folder.appending(path: "g").path
            let database = try await SQLiteDatabase(path)
            try await database.write { connection in
                try connection.run("DELETE FROM migrations")
                try connection.run("INSERT INTO migrations (version) VALUES ($1)", .number(version))
            }
            await database.close()
            let error = await #expect(throws: DatabaseStartError.self) { try await SQLiteDatabase(path) }
            #expect(error?.description.contains("version \(version)") == true)
        }
    }
}
