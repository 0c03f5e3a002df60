import CISWorkers
import Foundation
import TestSupport
import Testing

/// Each test runs in a process of its own. Foundation's `Process.run`, with which other tests start programs, reads behind its memory
/// if a process has more than about 1,300 open descriptors, and may end the process.
@Suite struct `A thousand requests` {
    private static let count = fewerWhenSanitized(1000)

    @Test func `a thousand requests at the same time each get their own response`() async {
        await #expect(processExitsWith: .success) {
            for carrier in Carrier.allCases {
                let server = try LoopbackServer { request in .status(200, body: request.target) }
                let client = carrier.client(server)
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 1...Self.count {
                        group.addTask {
                            try await client.send(Endpoint(.get, "\(number)", decoder: .text)) == "/\(number)"
                        }
                    }
                    for try await isRight in group { #expect(isRight) }
                }
                #expect(server.requests.count == Self.count)
                #expect(server.connectionCount < Self.count / 2, "connections are shared")
            }
        }
    }

    @Test func `of a thousand requests half are cancelled: all end, and the others are correct`() async {
        await #expect(processExitsWith: .success) {
            for carrier in Carrier.allCases {
                let server = try LoopbackServer { request in .status(200, body: request.target) }
                let client = carrier.client(server)
                let tasks = (1...Self.count).map { number in
                    Task { () async throws(HTTPError) in
                        try await client.send(Endpoint(.get, "\(number)", decoder: .text))
                    }
                }
                for task in tasks.enumerated() where task.offset.isMultiple(of: 2) { task.element.cancel() }
                for (offset, task) in tasks.enumerated() {
                    switch await task.result {
                    case .success(let text): #expect(text == "/\(offset + 1)")
                    case .failure(let error):
                        #expect(offset.isMultiple(of: 2))
                        #expect((error as? HTTPError)?.code == .cancelled)
                    }
                }
            }
        }
    }
}
