import Foundation
import Testing

private let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("a scene in Node", .enabled(if: node != nil, "apt-get install nodejs"))
struct NodeTests {
    @Test func `a program in Node drives a scene with the client of pages`() async throws {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // Node takes it for a module by its name.
        let client = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID()).mjs")
        try FileManager.default.copyItem(
            at: package.appendingPathComponent("../../Sources/CISBridgeClients/client.js").standardizedFileURL,
            to: client)
        let server = try await TodoServer()
        let output = ChildProcess.pipe()
        let program = try ChildProcess(
            [
                node ?? "", package.appendingPathComponent("Tests/Node/todo.mjs").path, client.path, server.address,
            ], descriptors: [0: ChildProcess.nothing, 1: output.writing])
        try output.writing.close()
        let said: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = output.reading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
        await program.kill()
        await server.end()
        try FileManager.default.removeItem(at: client)
        #expect(
            said == """
                {"ends":["finished","badAction","finished","finished"],"asked":["Remove 1 done?"],\
                "children":[["Editor","editor","한글"]],"titles":["한글"]}

                """)
    }
}
