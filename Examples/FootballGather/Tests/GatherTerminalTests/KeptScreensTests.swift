import CIS
import Foundation
import GatherApp
import GatherScenes
import Testing

/// The screens of a program that was killed, and the program that is started next.
@MainActor @Suite struct KeptScreensTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID().uuidString)")

    private func screens(
        _ process: Int32, of server: String = "one", session: String? = nil, running: Set<Int32> = []
    ) -> KeptScreens {
        KeptScreens(
            in: folder, server: server, process: process, session: { session }, isRunning: { running.contains($0) })
    }

    /// What a program with these screens shows first.
    private func continued(_ screens: KeptScreens) async throws -> String? {
        let app = try await GatherApp(try Options(["--server", "http://127.0.0.1:9"], folder: folder))
        let flow = await screens.continued { app.flow() }
        return flow.child(of: \.path, 1, as: Login.self)?.state.domainState.username
    }

    /// Types a name into the first screen of a process, which is killed then.
    private func kill(
        _ process: Int32, after name: String, of server: String = "one", session: String? = nil
    ) async throws {
        let app = try await GatherApp(try Options(["--server", "http://127.0.0.1:9"], folder: folder))
        let (flow, screens) = (app.flow(), screens(process, of: server, session: session))
        for text in ["x", name] {
            await flow.child(of: \.path, 1, as: Login.self)?.execute(.edited(FieldChange(\.username, text))).value
            screens.keep(flow)
        }
        await screens.saved()
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter { Int32($0) != nil }.sorted()) ?? []
    }

    @Test func `the next program continues with the last change of the one that was killed`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await kill(1, after: "ada")
        #expect(files == ["1"])
        #expect(try await continued(screens(2)) == "ada")
        #expect(files == [], "screens that ended the program would end it at each start")
        #expect(try await continued(screens(3)) == "")
    }

    @Test func `a program does not take the screens of one that is running`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await kill(1, after: "ada")
        #expect(try await continued(screens(2, running: [1])) == "")
        #expect(files == ["1"])
    }

    @Test func `screens of another server, and a damaged file, are not continued`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await kill(1, after: "ada", of: "two")
        #expect(try await continued(screens(2)) == "")
        try await kill(3, after: "bob")
        try Data("no screens".utf8).write(to: folder.appending(path: "3"))
        #expect(try await continued(screens(4)) == "")
        #expect(files == [])
    }

    @Test func `screens are continued with their own login, and not with that of another user`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await kill(1, after: "ada", session: "Ada's")
        #expect(try await continued(screens(2, session: "Ben's")) == "")
        try await kill(3, after: "ada", session: "Ada's")
        #expect(try await continued(screens(4, session: "Ada's")) == "ada")
    }

    @Test func `a program that was left keeps nothing`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await kill(1, after: "ada")
        await screens(1).end()
        #expect(files == [])
    }

    @Test func `this process is running`() {
        #expect(KeptScreens.isRunning(getpid()) && KeptScreens.isRunning(1))
        #expect(!KeptScreens.isRunning(Int32.max))
    }
}
