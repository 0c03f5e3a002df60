import Foundation
import Testing

private let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("a scene in Node", .enabled(if: node != nil, "apt-get install nodejs"))
struct NodeTests {
    @Test func `a program in Node drives a scene with the client of pages`() async throws {
        let server = try await TodoServer()
        let said = try await output(of: "todo.mjs", server.address)
        await server.end()
        #expect(
            said == """
                {"ends":["finished","badAction","finished","finished"],"asked":["Remove 1 done?"],\
                "children":[["Editor","editor","한글"]],"titles":["한글"]}

                """)
    }

    /// The script contains the tests, because they need a server that answers wrongly or not at all.
    @Test func `the client goes on after misuse, refusals and broken connections`() async throws {
        #expect(try await output(of: "misuse.mjs") == "58 of 58 passed\n")
    }

    /// Runs a script with a copy of the client, and returns what it prints.
    private func output(of script: String, _ arguments: String...) async throws -> String {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // Because of its file name, Node loads it as a module.
        let client = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID()).mjs")
        try FileManager.default.copyItem(
            at: package.appendingPathComponent("../../Sources/CISBridgeClients/client.js").standardizedFileURL,
            to: client)
        let output = ChildProcess.pipe()
        let program = try ChildProcess(
            [node ?? "", package.appendingPathComponent("Tests/Node/\(script)").path, client.path] + arguments,
            descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        let said: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = output.reading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
        await program.kill()
        try FileManager.default.removeItem(at: client)
        return said
    }
}
