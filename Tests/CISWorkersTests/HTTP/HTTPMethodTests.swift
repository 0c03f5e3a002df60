import CISWorkers
import Testing

@Suite struct HTTPMethodTests {
    @Test func `GET, HEAD, PUT and DELETE may be repeated, POST and PATCH may not`() {
        #expect([HTTPMethod.get, .head, .put, .delete].allSatisfy(\.isIdempotent))
        #expect(![HTTPMethod.post, .patch].contains(where: \.isIdempotent))
    }
}
