import GatherServer
import Testing

extension ServerTests {
    /// The tables of an existing database when a server starts.
    @Suite struct MigrationTests {
        @Test(arguments: Backend.all)
        func `tables that cannot be made are a reason not to start, in a sentence`(backend: Backend) async throws {
            try await backend.withDatabase { location in
                let database = try await location.open()
                // Without this table, the other tables look like those of another program.
                try await database.write { try $0.run("DROP TABLE migrations") }
                await database.close()
                let error = await #expect(throws: DatabaseStartError.self) { _ = try await location.open() }
                #expect(error?.description.hasPrefix("The tables of the database cannot be brought") == true)
            }
        }
    }
}
