import CISWorkers
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: [HTTPMethod.get, .head, .put, .delete])
    func `may be sent twice`(method: HTTPMethod) {
        #expect(method.isIdempotent)
    }

    @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod("LOCK")])
    func `may not be sent twice, because the server may process it twice`(method: HTTPMethod) {
        #expect(!method.isIdempotent)
    }
}
