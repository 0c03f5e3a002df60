// swift-format-ignore-file
import CIS
import CISTesting
import Foundation
import Testing

/// Made by cis-inspect from a recording of Ledger.
@MainActor @Suite struct GeneratedLedgerTests {
    @Test func `the recorded run has the same effects`() async throws {
        // The answers of workers are not in the recording: script the doubles of the fixture here.
        let state: Ledger.State = try recorded("{\"total\":0,\"log\":[7],\"tags\":{},\"seen\":[],\"sheet\":{\"number\":0},\"token\":\"\",\"password\":{\"$redacted\":\"Secret<String>\"}}")
        await given(LedgerFixture(), state) { test in
            await test.when(.add(1))
            test.then(
                \.total == 1,
                \.log == [7, 1],
                \.seen == [1],
                mutations: [.added(1)])
            await test.when(.rename("\"x\\(y)\u{a}\u{202e}é"))
            test.then(
                \.name == "\"x\\(y)\u{a}\u{202e}é",
                mutations: [.renamed("\"x\\(y)\u{a}\u{202e}é")])
            await test.when(.save(5))
            test.then(
                \.total == 5,
                mutations: [.saved(5), .tagged("saved", weight: 5.0)])
            await test.when(.openSheet)
            test.then(
                mutations: [.sheetShown])
        }
    }

    private func recorded<Value: Decodable>(_ json: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, from: Data(json.utf8))
    }
}
