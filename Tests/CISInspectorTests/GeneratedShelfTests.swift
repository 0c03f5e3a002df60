// swift-format-ignore-file
import CIS
import CISTesting
import Foundation
import Testing

/// Made by cis-inspect from a recording of Shelf.
@MainActor @Suite struct GeneratedShelfTests {
    @Test func `the recorded run has the same effects`() async throws {
        // The recorded answers of workers come in the recorded order, from a double as new-scene writes it.
        let state: Shelf.State = try recorded("{\"books\":[],\"message\":\"\"}")
        try await given(ShelfFixture(), state) { test in
            test.worker.loadStub.always(.wait)
            test.worker.textStub.answers(.value("no connection"))
            test.worker.borrowStub.always(.wait)
            await test.when(.load(1))
            test.then(
                mutations: [])
            await test.when(.load(2))
            test.worker.loadStub.release(.value(try recorded("[{\"title\":\"Emma\"}]")), at: 1)
            await test.settle()
            test.worker.loadStub.release(.error(Shelf.Failure.offline(code: 7)))
            await test.settle()
            test.then(
                \.message == "no connection",
                mutations: [try recorded("{\"loaded\":{\"_0\":[{\"title\":\"Emma\"}]}}"), .failed("no connection")])
            await test.when(.borrow("Emma"))
            test.worker.borrowStub.release(.value(try recorded("{\"long\":{}}")))
            await test.settle()
            test.then(
                mutations: [try recorded("{\"borrowed\":{\"_0\":{\"long\":{}}}}")])
        }
    }

    private func recorded<Value: Decodable>(_ json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, from: Data(json.utf8))
    }
}
