import CIS
import CISInspector
import Foundation
import TestSupport
import Testing
import cis_inspect

/// Reading files that are torn, damaged, or of another version.
@MainActor
@Suite struct `Reading a recording` {
    private let header = #"{"cisrec":1,"program":"app","platform":"Linux","folded":0}"#

    private func read(_ lines: String...) throws(RecordingProblem) -> Recording {
        try Recording(reading: Array(([header] + lines).map { $0 + "\n" }.joined().utf8))
    }

    private func sample() async throws -> [UInt8] {
        let scene = Ledger.assemble()
        let recorder = await Shelf.recorded()
        recorder.record(scene)
        await scene.run(.add(1))
        await scene.run(.openSheet)
        await scene.run(.fill)
        return await recorder.bytes()
    }

    @Test func `wherever a file is cut, the lines before are read`() async throws {
        let bytes = try await sample()
        let whole = try Recording(reading: bytes)
        #expect(!whole.isCut && whole.problems == [])
        let start = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        for end in stride(from: start, to: bytes.count - 1, by: 5_000 / repetitions(50, atLeast: 10) + 1) {
            let cut = try Recording(reading: Array(bytes[..<end]))
            #expect(cut.isCut && cut.problems == [], "\(end)")
            #expect(cut.lines == Array(whole.lines.prefix(cut.lines.count)), "\(end)")
            let complete = bytes[start..<end].count { $0 == UInt8(ascii: "\n") }
            // The last line may be whole, without the end of the line.
            #expect(cut.lines.count == complete || cut.lines.count == complete + 1, "\(end)")
        }
    }

    @Test func `a problem names the line, the field, what was expected, and what was found`() throws {
        let recording = try read(
            #"{"i":1,"k":"open","t":0,"s":1,"name":"A","state":{}}"#,
            #"{"i":2,"k":"mutation","t":5,"s":1,"case":"a","rev":"x"}"#,
            #"{"i":3,"k":"stop","t":5}"#, "[]", #"{"i":4,"k":"stop""#, #"{"i":5,"k":"later","t":9}"#,
            #"{"i":6,"k":"mutation","t":5,"s":1,"case":"a","rev":1,"patch":[{"q":1}]}"#,
            #"{"i":7,"k":"stop","t":10,"s":1}"#, #"{"i":8,"k":"call","t":11,"s":1}"#, #"{"i":9,"k":"answer","t":11}"#,
            #"{"i":0,"k":"stop","t":12,"s":1}"#)
        #expect(
            recording.problems.map(\.description) == [
                #"Line 3, field "rev": expected a whole number, found a text."#,
                #"Line 4, field "s": expected a whole number, found nothing."#,
                "Line 5: expected an object, found a list.",
                "Line 6: expected a comma or }, found something else at byte 17.",
                #"Line 8, field "patch": expected a list of steps, found a list."#,
                #"Line 10, field "case": expected the name of the case, found nothing."#,
                #"Line 11, field "of": expected a whole number, found nothing."#,
                #"Line 12, field "i": expected a whole number above 0, found a number."#,
            ])
        #expect(recording.lines.map(\.number) == [1, 7])
    }

    @Test(arguments: [
        ("", "Line 1: expected the first line of a recording, {\"cisrec\":1,…}, found nothing."),
        ("hello\n", "Line 1: expected a JSON value, found something else at byte 0."),
        ("{}\n", "Line 1, field \"cisrec\": expected the version of the format, a whole number, found nothing."),
        (
            "{\"cisrec\":\"1\"}\n",
            "Line 1, field \"cisrec\": expected the version of the format, a whole number, found a text."
        ),
        ("{\"cisrec\":0}\n", "Line 1, field \"cisrec\": expected 1 or a greater number, found 0."),
    ])
    func `a file that is no recording is refused with a sentence`(text: String, sentence: String) {
        let error = #expect(throws: RecordingProblem.self) { try Recording(reading: Array(text.utf8)) }
        #expect(error?.description == sentence)
    }

    @Test func `a file that was changed is noticed`() async throws {
        let text = String(decoding: try await sample(), as: UTF8.self)
        let changed = text.replacing("\"added\"", with: "\"padded\"", maxReplacements: 1)
        #expect(changed != text)
        #expect(try Recording(reading: Array(changed.utf8)).problems.map(\.field) == ["sum"])
        let shorter = text.split(separator: "\n").filter { !$0.contains("openSheet") }.map { $0 + "\n" }.joined()
        #expect(try Recording(reading: Array(shorter.utf8)).problems.map(\.field) == ["lines", "sum"])
    }

    @Test func `damaged bytes never end the program`() async throws {
        let bytes = try await sample()
        for seed in seeds(repetitions(200, atLeast: 20), for: "damaged recordings") {
            var dice = Dice(seed: seed)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...20, using: &dice) {
                let index = Int.random(in: 0..<damaged.count, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: damaged.remove(at: index)
                case 1: damaged[index] = UInt8.random(in: 0...255, using: &dice)
                case 2: damaged.insert(contentsOf: Array("{\"[}],:-1e9".utf8), at: index)
                default: damaged.swapAt(index, Int.random(in: 0..<damaged.count, using: &dice))
                }
            }
            guard let recording = try? Recording(reading: damaged) else { continue }
            _ = (recording.chromeTrace, recording.openTelemetry, Timeline().text(of: recording))
            _ = GeneratedTest(recording, name: "T")?.text()
            _ = try? Replay(recording, of: LedgerStore.self).firstDivergence()
            _ = recording.compatibility(with: [SceneTypes(of: Ledger.self)])
        }
    }

    @Test func `times beyond their bounds are refused`() throws {
        let recording = try Recording(
            reading: Array(
                #"""
                {"cisrec":1,"start":{"wall":"9999-12-31T23:59:59.000Z"}}
                {"i":1,"k":"open","t":9223372036854775807,"s":1,"name":"A","state":{}}
                {"i":2,"k":"action","t":9007199254740992,"s":1,"case":"a"}
                {"i":3,"k":"mutation","t":9007199254740992,"s":1,"case":"a","rev":1,"d":9007199254740992}
                {"i":4,"k":"mutation","t":1,"s":1,"case":"a","rev":1,"d":9223372036854775807}
                {"i":5,"k":"stop","t":-1,"s":1}

                """#.utf8))
        let time = "expected a whole number of microseconds from 0 to 2^53, found a number."
        #expect(
            recording.problems.map(\.description) == [
                #"Line 1, field "start": expected a date from 1970 to 2255, found something else."#,
                #"Line 2, field "t": \#(time)"#, #"Line 5, field "d": \#(time)"#, #"Line 6, field "t": \#(time)"#,
            ])
        #expect(recording.lines.map(\.number) == [2, 3])
        #expect(recording.chromeTrace.contains("9007199254740992") && recording.openTelemetry.contains("spans"))
    }

    @Test func `patches cannot nest without limit`() throws {
        func mutation(_ steps: Int) -> String {
            let path = String(repeating: "/a", count: steps)
            return #"{"i":2,"k":"mutation","t":5,"s":1,"case":"a","rev":1,"patch":[{"p":"\#(path)","v":1}]}"#
        }
        let recording = try read(mutation(128), mutation(129))
        #expect(
            recording.problems.map(\.description) == [
                #"Line 3, field "patch": expected a list of steps, found a list."#
            ])
    }

    @Test func `many last lines are read in linear time`() throws {
        let text = header + "\n" + String(repeating: "{\"k\":\"end\"}\n", count: 60_000)
        #expect(try Recording(reading: Array(text.utf8)).problems.count == 120_000)
    }

    @Test func `deep nesting is refused`() throws {
        let deep = String(repeating: "[", count: 100_000)
        let recording = try read(deep, #"{"i":7,"k":"stop","t":10,"s":1}"#)
        #expect(recording.problems.map(\.expected) == ["at most 128 levels"])
        #expect(recording.lines.count == 1)
    }

    // MARK: Other versions

    private func opened(_ types: String) throws -> Recording {
        try read(
            #"{"i":1,"k":"open","t":0,"s":1,"name":"Small","state":{},"types":"# + types + "}",
            #"{"i":2,"k":"mutation","t":5,"s":1,"case":"set","rev":1}"#)
    }

    private func types(fields: String, cases: String = #"["set","reset"]"#) -> String {
        let name = "CISInspectorTests.Small"
        return #"{"name":"Small","state":"\#(name).State","fields":{\#(fields)},"mutation":"\#(name).Mutation","#
            + #""mutationCases":\#(cases),"action":"Never","notCodable":[]}"#
    }

    @Test func `recordings of other versions are graded`() throws {
        let now = [SceneTypes(of: Small.self)]
        let fields = #""count":"Int","note":"Optional<String>","domainState":"NoDomainState""#
        #expect(try opened(types(fields: fields)).compatibility(with: now) == .fine)
        let name = "CISInspectorTests.Small.State"
        #expect(
            try opened(types(fields: #""count":"Int","old":"Int","domainState":"NoDomainState""#))
                .compatibility(with: now)
                == .risky(["The field old of \(name) is gone.", "The field note of \(name) is new."]))
        #expect(
            try opened(types(fields: #""count":"String","note":"Optional<String>","domainState":"NoDomainState""#))
                .compatibility(with: now)
                == .impossible(["The field count of \(name) was a String, and is a Int."]))
        #expect(
            try opened(types(fields: #""note":"Optional<String>","domainState":"NoDomainState""#))
                .compatibility(with: now) == .impossible(["The field count of \(name) is new."]))
        let later = try Recording(reading: Array(#"{"cisrec":2}"#.utf8))
        #expect(
            later.compatibility(with: now)
                == .risky(["The file has version 2 of the format. What this version adds is not read."]))
    }

    @Test func `a mutation that is gone matters if it was recorded`() throws {
        let now = [SceneTypes(of: Small.self)]
        let fields = #""count":"Int","note":"Optional<String>","domainState":"NoDomainState""#
        let unused = try opened(types(fields: fields, cases: #"["set","reset","old"]"#))
        #expect(unused.compatibility(with: now) == .risky(["The mutation old of Small is gone."]))
        let used = try read(
            #"{"i":1,"k":"open","t":0,"s":1,"name":"Small","state":{},"types":"#
                + types(fields: fields, cases: #"["set","reset","old"]"#) + "}",
            #"{"i":2,"k":"mutation","t":5,"s":1,"case":"old","rev":1}"#)
        #expect(
            used.compatibility(with: now) == .impossible(["The mutation old of Small is gone, and was recorded."]))
    }
}

private enum Small: SceneDefinition {
    typealias Action = Never
    typealias UseCase = Never
    enum Mutation: Sendable, Codable { case set, reset }
    struct State: SceneState, Codable {
        var count = 0
        var note: String?
        var domainState = NoDomainState()
        init() {}
        enum CodingKeys: CodingKey { case count, note }
    }
}
