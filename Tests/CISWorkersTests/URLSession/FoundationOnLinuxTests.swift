#if os(Linux)
import CISWorkers
import Testing

@Suite struct FoundationOnLinuxTests {
    /// When this fails, the defect is gone: take it out of the article on networking, and add it to `MisbehaviourTests`.
    @Test func `known defect of Foundation: headers that are cut stop the program`() async {
        await #expect(processExitsWith: .failure) {
            let server = try LoopbackServer(.garbage(Array("HTTP/1.1 200 OK\r\nA: b\r\n".utf8)))
            _ = try? await Carrier.urlSession.client(server).send(.page)
        }
    }
}
#endif
