import CISBridge
import TestSupport
import Testing

/// A host can implement workers of the app.
@MainActor
@Suite struct `B9 host workers` {
    @Test func `a call is answered by the host, and the use case continues`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        let call = await host.next("call")
        #expect(call["worker"] == .text("page"))
        #expect(call["method"] == .text("ask"))
        #expect(call["arguments"]?.text == #"{"text":"name?"}"#)
        host.send(#"{"type":"reply","call":1,"ok":"Kim"}"#)
        _ = await host.next("done")
        #expect(host.states[1]?["name"] == .text("Kim"))
    }

    @Test func `an error of the host is thrown into the use case`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        host.send(#"{"type":"reply","call":1,"err":"no camera"}"#)
        _ = await host.next("done")
        #expect(shop.worker.answers == ["The host has refused: no camera"])
    }

    @Test func `an answer that cannot be decoded is refused, and the error is thrown into the use case`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        host.send(#"{"type":"reply","call":1,"ok":{"a":1}}"#)
        let error = await host.next()
        #expect(error["code"] == .text("badReply"))
        #expect(error["at"] == .text("/ok"))
        #expect(error["expected"] == .text("text"))
        #expect(await host.next("done")["end"] == .text("finished"))
        #expect(
            shop.worker.answers == [
                "The host's answer cannot be used: badReply at /ok, expected text, got an object with a."
            ])
        host.send(#"{"type":"reply","call":1,"ok":"late"}"#)
        #expect(await host.rest().isEmpty, "it was on its way")
    }

    // 61
    @Test(arguments: [
        (#""n":1"#, "badMessage"), (#""ok":"yes","err":"no""#, "badMessage"),
        (#""n":0,"ok":"yes""#, "badMessage"), (#""ok":NaN"#, "badJSON"), (#""ok":"\ud800""#, "badJSON"),
        (#""ok":1e400"#, "badJSON"), (#""ok":{"a":1,"a":2}"#, "duplicateKey"),
        (#""ok":"# + String(repeating: "[", count: 100) + String(repeating: "]", count: 100), "tooDeep"),
    ])
    func `no answer that a host can send leaves a call open`(answer: String, code: String) async {
        for members in [#""call":1,\#(answer)"#, #"\#(answer),"call":1"#] {
            let shop = ShopApp()
            let host = await shop.host()
            host.act(#"{"ask":{"_0":"name?"}}"#)
            _ = await host.next("call")
            host.send(#"{"type":"reply",\#(members)}"#)
            let messages = await host.rest()
            #expect(messages.first?["code"] == .text(code))
            // A host that is in the middle of a sequence ends it.
            #expect(messages.contains { $0.type == "uncall" })
            if !messages.contains(where: { $0.type == "done" }) { _ = await host.next("done") }
            #expect(shop.worker.answers.first?.hasPrefix("The host's answer cannot be used: ") == true)
        }
    }

    // 61
    @Test func `a host that waits for room can send any number of answers without pauses`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        var room = welcome["answers"]?.intValue ?? 0
        #expect(room == 256)
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        for value in 1...2_000 {
            while value > room {
                let message = await host.next()
                guard message.type != "error", message.type != "end" else {
                    Issue.record("\(message.text)")
                    return
                }
                if message.type == "room", message["call"] == .int(1) { room = message["n"]?.intValue ?? 0 }
            }
            host.send(#"{"type":"reply","call":1,"n":\#(value),"ok":\#(value),"more":true}"#)
        }
        host.send(#"{"type":"reply","call":1,"n":2001,"ok":2001}"#)
        _ = await host.next("done")
        #expect(shop.worker.answers == ["end"])
        #expect(host.states[1]?["name"] == .text("2001"))
    }

    @Test func `a host that has lost its connection learns again how much room there is`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        for value in 1...100 { host.send(#"{"type":"reply","call":1,"n":\#(value),"ok":\#(value),"more":true}"#) }
        let room = await host.next("room")["n"]?.intValue ?? 0
        #expect(room > 256)
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        again.remember(host)
        await again.connect(resume: resumption)
        #expect(await again.next("room")["n"]?.intValue ?? 0 >= room)
    }

    @Test func `a stream continues with more, and ends`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        for value in 1...3 {
            host.send(#"{"type":"reply","call":1,"ok":\#(value),"more":true}"#)
            #expect(await host.next("patch")["ops"]?.text.contains("\(value)") == true)
        }
        host.send(#"{"type":"reply","call":1,"ok":4}"#)
        _ = await host.next("done")
        #expect(host.states[1]?["name"] == .text("4"))
        #expect(shop.worker.answers == ["end"])
    }

    @Test func `cancellation reaches the host`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#, ref: 5)
        _ = await host.next("call")
        host.send(#"{"type":"cancel","ref":5}"#)
        #expect(await host.next("done")["end"] == .text("cancelled"))
        _ = await host.rest()
        #expect(host.received.first { $0.type == "uncall" }?["call"] == .int(1))
        #expect(shop.worker.answers == ["cancelled"])
        host.send(#"{"type":"reply","call":1,"ok":"late"}"#)
        #expect(await host.rest().isEmpty, "it was on its way")
    }

    @Test func `a call whose caller is cancelled before it is sent is not made`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"askLater":{"_0":"name?"}}"#, ref: 5)
        host.send(#"{"type":"cancel","ref":5}"#)
        host.act(#"{"nothing":{}}"#, ref: 6)
        #expect(await host.next("done")["ref"] == .int(6))  // so the cancellation has arrived
        shop.worker.gate.open()
        #expect(await host.next("done")["end"] == .text("cancelled"))
        #expect(shop.worker.answers == ["cancelled"])
        #expect(!host.received.contains { $0.type == "call" })
    }

    @Test func `a reply to a call that was answered or never made is an error`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.send(#"{"type":"reply","call":1,"ok":"x"}"#)
        #expect(await host.answer()["code"] == .text("unknownCall"))
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        host.send(#"{"type":"reply","call":1,"ok":"x"}"#)
        _ = await host.next("done")
        host.send(#"{"type":"reply","call":1,"ok":"x"}"#)
        #expect(await host.answer()["code"] == .text("closedCall"))
        host.send(#"{"type":"reply","call":1,"ok":"x","err":"y"}"#)
        #expect(await host.answer()["got"] == .text("both"))
    }

    @Test func `a host that leaves while a call is open is an error in the use case`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        let worker = shop.worker
        host.send(#"{"type":"bye"}"#)
        _ = await host.next("end")
        await worker.answered.pass()
        #expect(worker.answers == ["The host has left before it answered."])
    }

    @Test func `a call that was not answered is sent again when the host reconnects`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        let call = await host.next("call")
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        again.remember(host)
        await again.connect(resume: host.resumption(welcome))
        #expect(await again.rest() == [call])
        again.send(#"{"type":"reply","call":1,"ok":"Kim"}"#)
        _ = await again.next("done")
        #expect(shop.worker.answers == ["Kim"])
    }

    @Test func `elements of a stream that are sent again after a break do not arrive twice`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        for number in 1...2 { host.send(#"{"type":"reply","call":1,"n":\#(number),"ok":\#(number),"more":true}"#) }
        _ = await host.rest()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        again.remember(host)
        await again.connect(resume: resumption)
        #expect(await again.next("call")["call"] == .int(1))
        // The host does not know which answers have arrived.
        for number in 1...3 { again.send(#"{"type":"reply","call":1,"n":\#(number),"ok":\#(number),"more":true}"#) }
        again.send(#"{"type":"reply","call":1,"n":4,"ok":4}"#)
        _ = await again.next("done")
        #expect(shop.worker.answers == ["end"])
        // Each is a commit of its own.
        #expect(again.states[1]?["name"] == .text("4"))
        #expect(again.revisions[1] == 4)
    }

    @Test func `a call for one answer ends with that answer, even if the host announces more`() async {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        await host.open()
        host.act(#"{"ask":{"_0":"name?"}}"#)
        _ = await host.next("call")
        host.send(#"{"type":"reply","call":1,"ok":"Kim","more":true}"#)
        _ = await host.next("done")
        await mainActorJobsBehind()
        _ = await host.rest()
        #expect(host.received.count { $0.type == "uncall" } == 1, "it need not go on")
        host.session.disconnect()
        _ = await host.next("end")
        let again = Host(shop.app)
        again.remember(host)
        await again.connect(resume: host.resumption(welcome))
        #expect(await again.rest().isEmpty, "not asked again")
    }

    @Test func `a stream that is read too slowly ends with an error`() async throws {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"watch":{}}"#)
        _ = await host.next("call")
        for value in 1...400 { host.send(#"{"type":"reply","call":1,"ok":\#(value),"more":true}"#) }
        let answers = await host.rest()
        try #require(answers.contains { $0["code"] == .text("badReply") })
        if !answers.contains(where: { $0.type == "done" }) { _ = await host.next("done") }
        #expect(shop.worker.answers == ["The host sends faster than page.watch is read."])
        await mainActorJobsBehind()
        _ = await host.rest()
        #expect(host.received.count { $0.type == "uncall" } == 1, "the call is over")
    }
}
