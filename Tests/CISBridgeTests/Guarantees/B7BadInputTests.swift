import CISBridge
import TestSupport
import Testing

/// For invalid bytes, the `error` names the place, the expected and the received value. The session continues, and the state has
/// not changed.
@MainActor
@Suite struct `B7 bad input` {
    /// Sends bytes to an open shop. Checks that everything still works, and returns the error's code and path.
    private func answer(to bytes: [UInt8], limits: BridgeLimits = BridgeLimits()) async -> (code: String, at: String) {
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        host.session.send(bytes)
        let answers = await host.rest()
        #expect(answers.count == 1)
        let error = answers.first ?? .null
        host.act(#"{"rename":{"_0":"alive"}}"#)
        #expect(await host.next("done")["end"] == .text("finished"))
        #expect(shop.worker.handled == [#"rename("alive")"#])
        #expect(error["fatal"] == .bool(false))
        #expect(error["expected"]?.textValue?.isEmpty == false)
        #expect(error["got"]?.textValue?.isEmpty == false)
        return (error["code"]?.textValue ?? "", error["at"]?.textValue ?? "")
    }

    private func answer(to text: String, limits: BridgeLimits = BridgeLimits()) async -> (code: String, at: String) {
        await answer(to: Array(text.utf8), limits: limits)
    }

    @Test func `invalid bytes are answered with the place`() async {
        #expect(await answer(to: "nonsense") == ("badJSON", ""))
        #expect(await answer(to: "{\"type\":") == ("badJSON", "/type"))
        #expect(await answer(to: "[]") == ("badMessage", ""))
        #expect(await answer(to: "7") == ("badMessage", ""))
        #expect(await answer(to: "{}") == ("badMessage", "/type"))
        #expect(await answer(to: #"{"type":"dance"}"#) == ("unknownType", "/type"))
        #expect(await answer(to: #"{"type":"act","ref":1,"scene":1,"n":1}"#) == ("badMessage", "/action"))
        #expect(await answer(to: #"{"type":"act","ref":"a","scene":1,"n":1,"action":{}}"#) == ("badMessage", "/ref"))
        #expect(await answer(to: #"{"type":"ack","scene":1.5,"rev":0}"#) == ("badMessage", "/scene"))
        #expect(await answer(to: [0xFF, 0xFE]) == ("badJSON", ""))
        #expect(await answer(to: #"{"type":"bye"} {"type":"bye"}"#) == ("badJSON", ""))
        #expect(await answer(to: #"{"type":"act","action":{"a":[1,{"b/c":nul}]}}"#) == ("badJSON", "/action/a/1/b~1c"))
    }

    @Test func `bytes that are not UTF-8, and control characters, are refused inside of a text`() async {
        func type(_ bytes: [UInt8]) -> [UInt8] { Array(#"{"type":""#.utf8) + bytes + Array("\"}".utf8) }
        #expect(await answer(to: type([0xFF])) == ("badJSON", "/type"))
        #expect(await answer(to: type([0xED, 0xA0, 0x80])) == ("badJSON", "/type"), "a surrogate in UTF-8")
        #expect(await answer(to: type(Array("\\n".utf8) + [0xFF])) == ("badJSON", "/type"))
        #expect(await answer(to: type([0x09])) == ("badJSON", "/type"))
        #expect(await answer(to: type(Array("\\n".utf8) + [0x09])) == ("badJSON", "/type"))
        #expect(await answer(to: type(Array("\\x".utf8))) == ("badJSON", "/type"))
    }

    @Test(arguments: ["01", "-", "+1", ".5", "1.", "1e", "0x1", "1e999", "-01"])
    func `a number that JSON does not have is refused`(number: String) async {
        #expect(await answer(to: #"{"type":"ack","rev":\#(number)}"#).code == "badJSON")
    }

    @Test func `an action that is refused acknowledges nothing`() async {
        let shop = ShopApp()
        let host = await shop.host(acknowledges: false)
        for name in ["a", "b"] {
            host.act(#"{"rename":{"_0":"\#(name)"}}"#)
            _ = await host.rest()
        }
        host.send(#"{"type":"act","ref":9,"scene":1,"n":3,"seen":1,"action":{"no":{}}}"#)
        #expect(await host.rest().map { $0["code"] } == [.text("badAction")])
        host.acknowledge(1)
        #expect(await host.rest().map(\.type) == ["patch", "done"], "the state of the second is sent now")
    }

    @Test func `duplicate keys are refused`() async {
        #expect(await answer(to: #"{"type":"ack","scene":1,"scene":2,"rev":0}"#) == ("duplicateKey", ""))
        let many = (0..<20).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(await answer(to: "{\(many),\"k19\":1}").code == "duplicateKey")
        #expect(await answer(to: "{\(many),\"k3\":1}").code == "duplicateKey")
    }

    @Test func `a depth bomb is refused where it is too deep`() async {
        let bomb = String(repeating: #"{"a":"#, count: 100_000)
        #expect(await answer(to: bomb).code == "tooDeep")
        #expect(await answer(to: String(repeating: "[", count: 65)).code == "tooDeep")
        #expect(await answer(to: String(repeating: "[", count: 64)).code == "badJSON")
    }

    @Test func `a string of 10 MB is refused, and not kept`() async {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
        #expect(await answer(to: bytes).code == "tooLong")
        let session = ShopApp().app.session()
        for _ in 0..<10 {
            // In a statement of its own, because a failure of `#expect` would print the bytes.
            let isTaken = session.send(bytes)
            #expect(isTaken, "ten of them would be too much")
        }
    }

    @Test func `a lone surrogate is refused, a pair is a character`() async {
        #expect(await answer(to: #"{"type":"\ud83d"}"#) == ("badJSON", "/type"))
        #expect(await answer(to: #"{"type":"\ude00\ud83d"}"#) == ("badJSON", "/type"))
        #expect(await answer(to: #"{"type":"\ud83d\u0041"}"#) == ("badJSON", "/type"))
        #expect(await answer(to: #"{"type":"\ud83d\ude00"}"#) == ("unknownType", "/type"))
    }

    @Test func `the number 2^53 is refused as a whole number, and taken as 2^53 - 1`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"big":{"_0":9007199254740992}}"#, number: 1, ref: 1)
        let error = await host.next()
        #expect(error["at"] == .text("/action/big/_0"))
        #expect(error["expected"] == .text("a whole number within ±(2^53 - 1)"))
        host.act(#"{"big":{"_0":-9007199254740991}}"#, number: 1, ref: 2)
        _ = await host.next("done")
        #expect(shop.worker.handled == ["big(-9007199254740991)"])
    }

    @Test func `a scene that is closed, unknown or not opened yet is an error`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"nothing":{}}"#, number: 1, ref: 1, scene: 2)
        #expect(await host.next()["code"] == .text("unknownScene"))
        host.act(#"{"nothing":{}}"#, number: 1, ref: 1, scene: -1)
        #expect(await host.next()["code"] == .text("unknownScene"))
        host.send(#"{"type":"close","scene":1}"#)
        #expect(await host.next().type == "closed")
        host.act(#"{"nothing":{}}"#, number: 1, ref: 1, scene: 1)
        #expect(await host.next()["code"] == .text("closedScene"))
        host.send(#"{"type":"sync","scene":1}"#)
        #expect(await host.next()["code"] == .text("closedScene"))
    }

    @Test func `more scenes than allowed are refused`() async {
        var limits = BridgeLimits()
        limits.scenes = 2
        let shop = ShopApp(limits: limits)
        let host = await shop.host()
        await host.open()
        #expect(await host.open()["code"] == .text("tooManyScenes"))
        host.send(#"{"type":"close","scene":1}"#)
        _ = await host.next("closed")
        #expect(await host.open()["scene"] == .int(3))
    }

    @Test func `any message, cut anywhere or with any byte changed, is answered`() async {
        let shop = ShopApp()
        let host = await shop.host()
        let message = Array(#"{"type":"act","ref":1,"scene":1,"n":9,"action":{"add":{"id":1,"title":"a\u00e9"}}}"#.utf8)
        for end in 0..<message.count { host.session.send(message[..<end]) }
        #expect(await host.rest().count == message.count - 1, "the empty one is blank")
        for seed in seeds(1, for: "mutants") {
            var dice = Dice(seed: seed)
            for _ in 0..<repetitions(100_000, atLeast: 2_000) {
                var mutant = message
                for _ in 0..<Int.random(in: 1...3, using: &dice) {
                    mutant[Int.random(in: 0..<mutant.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
                }
                // The mutant may be valid by chance, so the result is ignored.
                host.session.send(mutant)
                #expect(await !host.rest().isEmpty, "\(String(decoding: mutant, as: UTF8.self))")
            }
        }
        _ = await host.rest()
        host.send(#"{"type":"sync","scene":1}"#)
        #expect(await host.next("state")["scene"] == .int(1))
    }

    @Test(arguments: [
        #""\ud83d""#, "undefined", "NaN", #"{"a":1,"a":2}"#, String(repeating: "[", count: 65), "",
    ])
    func `an action that is not JSON is refused with its reference, and its number stays free`(action: String) async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":\#(action)}}"#, number: 1, ref: 7)
        #expect(await host.next()["ref"] == .int(7))
        host.act(#"{"rename":{"_0":"alive"}}"#, number: 1, ref: 8)
        #expect(await host.next("done")["ref"] == .int(8))
    }

    @Test func `the reference of a refused message is that of the message, not one inside of it`() async {
        let host = await ShopApp().host()
        host.send(#"{"type":"act","action":{"ref":5},"scene":}"#)
        #expect(await host.next()["ref"] == nil)
        host.send(#"[{"ref":5},]"#)
        #expect(await host.next()["ref"] == nil)
        host.send(#"{"ref":1.5,"type":}"#)
        #expect(await host.next()["ref"] == nil)
    }

    @Test func `blank messages are ignored`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.send("")
        host.send(" \t\r\n")
        #expect(await host.rest().isEmpty)
    }
}

/// Streams may be split at any byte.
@Suite struct `B7 bad input: lines` {
    @Test func `two messages in one buffer are two messages`() {
        var splitter = LineSplitter()
        #expect(
            splitter.take(Array("a\nb\r\n\n \t\nc".utf8)) == [.message(Array("a".utf8)), .message(Array("b".utf8))])
        #expect(splitter.finish() == .message(Array("c".utf8)))
        #expect(splitter.finish() == nil)
    }

    @Test func `bytes cut at every position are the same messages`() {
        let bytes = Array("{\"a\":1}\n\n{\"b\":\"견적\"}\r\n{}\n".utf8)
        var whole = LineSplitter()
        let expected = whole.take(bytes)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var splitter = LineSplitter()
                let lines =
                    splitter.take(bytes[..<first]) + splitter.take(bytes[first..<second])
                    + splitter.take(bytes[second...])
                #expect(lines == expected)
            }
        }
    }

    @Test func `a message in pieces of one byte is one message`() {
        var splitter = LineSplitter()
        var lines: [LineSplitter.Line] = []
        for byte in Array("{\"type\":\"bye\"}\n".utf8) { lines += splitter.take([byte]) }
        #expect(lines == [.message(Array("{\"type\":\"bye\"}".utf8))])
    }

    @Test func `a line that is too long is reported and not kept, and the next is read`() {
        var splitter = LineSplitter(limit: 8)
        #expect(splitter.take(Array("12345678\n".utf8)) == [.message(Array("12345678".utf8))])
        #expect(splitter.take(Array("12345678\r\n".utf8)) == [.message(Array("12345678".utf8))])
        #expect(splitter.take(Array("123456789\nok\n".utf8)) == [.tooLong(), .message(Array("ok".utf8))])
        for _ in 0..<1_000 { #expect(splitter.take(Array("123456789".utf8)).isEmpty) }
        #expect(splitter.take(Array("\nok\n".utf8)) == [.tooLong(), .message(Array("ok".utf8))])
    }

    @Test func `of a line that is too long is known what it answers, wherever it is cut`() {
        let line = #"{"a":"\",\"call\":4","ref":12,"b":{"ref":5,"call":6},"c":["call",7],"call": 3 }"#
        let bytes = Array((line + "\n").utf8)
        for cut in 0...bytes.count {
            var splitter = LineSplitter(limit: 8)
            #expect(splitter.take(bytes[..<cut]) + splitter.take(bytes[cut...]) == [.tooLong(ref: 12, call: 3)])
        }
        var splitter = LineSplitter(limit: 8)
        // A text, and a number that may go on.
        #expect(splitter.take(Array("{\"ref\":\"7\",\"call\":1\n".utf8)) == [.tooLong()])
    }
}
