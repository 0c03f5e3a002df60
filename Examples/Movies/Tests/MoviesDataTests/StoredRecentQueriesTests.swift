import CISWorkers
import Foundation
import MoviesData
import MoviesDomain
import Testing

/// MV-10: the recent queries.
@Suite struct StoredRecentQueriesTests {
    private func texts(_ queries: StoredRecentQueries, _ count: Int = 10) async throws -> [String] {
        try await queries.newest(count).map(\.text)
    }

    @Test func `MV-10 the newest query is first, and each is there once, with its case`() async throws {
        let queries = StoredRecentQueries(MemoryStore())
        for text in ["a", "b", "A", "a"] { try await queries.save(MovieQuery(text)) }
        #expect(try await texts(queries) == ["a", "A", "b"])
    }

    @Test func `MV-10 there are ten at most, and as many as are wanted are returned`() async throws {
        let queries = StoredRecentQueries(MemoryStore())
        for number in 0..<12 { try await queries.save(MovieQuery("\(number)")) }
        #expect(try await texts(queries, 99) == (2..<12).reversed().map(String.init))
        #expect(try await texts(queries, 2) == ["11", "10"])
        #expect(try await texts(queries, 0) == [])
    }

    @Test func `MV-10 MV-42 queries outlast the program as soon as they are saved`() async throws {
        let files = MemoryFiles()
        try await StoredRecentQueries(FileStore(folder, files: files)).save(MovieQuery("a"))
        #expect(try await texts(StoredRecentQueries(FileStore(folder, files: files))) == ["a"])
    }

    @Test func `MV-10 queries that are saved at the same time are all kept`() async throws {
        let queries = StoredRecentQueries(FileStore(folder, files: MemoryFiles()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 { group.addTask { try await queries.save(MovieQuery("\(number)")) } }
            try await group.waitForAll()
        }
        #expect(Set(try await texts(queries)) == Set((0..<10).map(String.init)))
    }

    @Test func `MV-10 of queries that are saved at the same time in a damaged list, none removes another`() async throws
    {
        for _ in 0..<20 {
            let files = MemoryFiles()
            files.replace(folder, with: Data("damaged".utf8), access: nil, durability: .buffered)
            let queries = StoredRecentQueries(FileStore(folder, files: files))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 { group.addTask { try await queries.save(MovieQuery("\(number)")) } }
                try await group.waitForAll()
            }
            #expect(Set(try await texts(queries)) == Set((0..<10).map(String.init)))
        }
    }

    @Test func `MV-10 a list that is damaged begins anew with the next query`() async throws {
        let files = MemoryFiles()
        files.replace(folder, with: Data("damaged".utf8), access: nil, durability: .buffered)
        let queries = StoredRecentQueries(FileStore(folder, files: files))
        await #expect(throws: StorageError.self) { try await queries.newest(10) }
        try await queries.save(MovieQuery("a"))
        #expect(try await texts(queries) == ["a"])
    }
}
