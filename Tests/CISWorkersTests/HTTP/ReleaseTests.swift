import CISWorkers
import Foundation
import TestSupport
import Testing

/// What remains after a client is released.
@Suite struct `Released clients` {
    /// Cancels requests in every stage: completed, running, not yet begun. It runs in a process of its own: while a
    /// client cancelled its requests a second time in its deinit, the process crashed within 200 rounds.
    @Test func `a client that is released after its requests were cancelled does not stop the program`() async {
        await #expect(processExitsWith: .success) {
            for carrier in Carrier.allCases {
                for _ in 0..<repetitions(200, atLeast: 20) {
                    let server = try LoopbackServer(.status(200, body: "well"))
                    await `Released clients`.sendAndCancel(20, to: server, with: carrier)
                }
            }
        }
    }

    /// Returns after the client was released.
    private static func sendAndCancel(_ count: Int, to server: LoopbackServer, with carrier: Carrier) async {
        let client = carrier.client(server)
        let tasks = (0..<count).map { _ in Task { try? await client.send(.page) } }
        await server.received(3)
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.value }
    }

    @Test(arguments: Carrier.allCases)
    func `a client that is released closes its connections`(carrier: Carrier) async throws {
        let server = try LoopbackServer(
            Reply(.send(Array((Reply.head(200, length: 4) + "well").utf8)), .untilHangUp))
        #expect(try await carrier.client(server).send(.page) == "well")
        await server.hungUp(1)
    }
}
