import CIS
import CISBridge
import Foundation
import TestSupport
import Testing

/// An element with an id, which may occur several times.
private struct Item: Codable, Equatable, Identifiable {
    var id: Int
    var title: String
    var tags: [String] = []
    var isDone: Bool?
}

private struct Board: Encodable {
    var name = ""
    var items: [Item] = []
    var list: SceneList<Item> = []
    var byName: [String: Int] = [:]
    var number: Double?

    mutating func change(_ dice: inout Dice) {
        let count = items.count
        switch Int.random(in: 0..<11, using: &dice) {
        case 0: name = "\(Int.random(in: 0..<5, using: &dice))"
        case 1: items.insert(Item(id: Int.random(in: 0..<40, using: &dice), title: "new"), at: 0)
        case 2 where count > 0: items.remove(at: Int.random(in: 0..<count, using: &dice))
        case 3 where count > 0: items[Int.random(in: 0..<count, using: &dice)].title += "!"
        case 4 where count > 0: items[Int.random(in: 0..<count, using: &dice)].tags.append("t")
        case 5 where count > 0:
            items[Int.random(in: 0..<count, using: &dice)].isDone = Bool.random(using: &dice) ? nil : true
        case 6: items.shuffle(using: &dice)
        case 7: byName["k\(Int.random(in: 0..<30, using: &dice))"] = Int.random(in: 0..<9, using: &dice)
        case 8: byName["k\(Int.random(in: 0..<30, using: &dice))"] = nil
        case 9: list.updateOrAppend(Item(id: Int.random(in: 0..<20, using: &dice), title: name))
        default: number = [nil, .nan, .infinity, -0.5, 1e300].randomElement(using: &dice) ?? nil
        }
    }
}

/// Applying the steps of a `patch` to its base always gives the new state.
@MainActor
@Suite struct `B5 no drift` {
    @Test func `encoding with the previous tree gives the same result as encoding without it`() throws {
        for seed in seeds(repetitions(500, atLeast: 30), for: "encodings") {
            var dice = Dice(seed: seed)
            var board = Board()
            var tree = try TreeEncoder.encode(board)
            for step in 0..<60 {
                for _ in 0..<Int.random(in: 1...4, using: &dice) { board.change(&dice) }
                let next = try TreeEncoder.encode(board, previous: tree)
                let full = try TreeEncoder.encode(board)
                #expect(next == full, "seed \(seed), step \(step)")
                let operations = try #require(Difference.between(tree, next))
                #expect(tree.applying(operations) == full, "seed \(seed), step \(step)")
                tree = next
            }
        }
    }

    @Test func `a host that applies every patch has what the scene shows`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for seed in seeds(1, for: "sessions") {
            var dice = Dice(seed: seed)
            for _ in 0..<repetitions(2_000, atLeast: 200) {
                let rows = shop.worker.scene?.state.rows ?? []
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: host.act(#"{"insertFirst":{"id":\#(Int.random(in: 0..<90, using: &dice)),"title":"a"}}"#)
                case 1 where !rows.isEmpty:
                    host.act(#"{"retitle":{"index":\#(Int.random(in: 0..<rows.count, using: &dice)),"title":"b"}}"#)
                case 2: host.act(#"{"remove":{"id":\#(Int.random(in: 0..<90, using: &dice))}}"#)
                default: host.act(#"{"rename":{"_0":"\#(Int.random(in: 0..<9, using: &dice))"}}"#)
                }
                host.acknowledges = Bool.random(using: &dice)
                if host.acknowledges { host.acknowledge(1) }
                _ = await host.rest()
            }
        }
        host.acknowledges = true
        host.acknowledge(1)
        _ = await host.rest()
        let shown = shop.worker.scene.flatMap { try? TreeEncoder.encode(Shop.view(of: $0.state)) }
        #expect(host.states[1] == shown)
    }

    @Test func `a host that has lost its tree receives the whole state on request`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"rename":{"_0":"a"}}"#)
        _ = await host.rest()
        host.send(#"{"type":"sync","scene":1}"#)
        let state = await host.answer()
        #expect(state.type == "state")
        #expect(state["full"]?["name"] == .text("a"))
        #expect(state["rev"] == .int(1))
    }

    @Test func `one changed row of many is one short step`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for id in 0..<100 {
            host.act(#"{"add":{"id":\#(id),"title":"row \#(id)"}}"#)
            _ = await host.rest()
        }
        host.act(#"{"retitle":{"index":50,"title":"other"}}"#)
        let patch = await host.next()
        #expect(patch["ops"]?.text == #"[{"op":"replace","path":"/rows/50/title","value":"other"}]"#)
        host.act(#"{"insertFirst":{"id":1000,"title":"first"}}"#)
        #expect(await host.next("patch")["ops"]?.arrayValue?.count == 1)
        host.act(#"{"remove":{"id":50}}"#)
        #expect(await host.next("patch")["ops"]?.text == #"[{"op":"remove","path":"/rows/51"}]"#)
    }

    @Test func `if a patch is not much shorter than the state, the state is sent`() async {
        let shop = ShopApp()
        let host = await shop.host()
        for id in 0..<4 { host.act(#"{"add":{"id":\#(id),"title":"row \#(id)"}}"#) }
        _ = await host.rest()
        for id in 0..<4 {
            host.act(#"{"retitle":{"index":\#(id),"title":"a much longer title than before, all in all"}}"#)
        }
        #expect(await host.next().type == "state")
    }

    @Test func `a number beyond 2^53 in a state is an error that names it, and the session continues`() async {
        let shop = ShopApp()
        let host = await shop.host()
        host.act(#"{"big":{"_0":9007199254740991}}"#)
        #expect(await host.next()["ops"]?.text.contains("9007199254740991") == true)
        _ = await host.rest()
        shop.worker.scene?.execute(.big(9_007_199_254_740_992))
        let error = await host.next()
        #expect(error["code"] == .text("notEncodable"))
        #expect(error["at"] == .text("/big"))
        #expect(error["scene"] == nil, "nobody has asked")
        shop.worker.scene?.execute(.big(1))
        #expect(await host.next().type == "patch")
        #expect(host.states[1]?["big"] == .int(1))
    }

    @Test func `a host that has asked for a state that cannot be encoded gets the next one, even that before`() async {
        let shop = ShopApp()
        let host = await shop.host()
        shop.worker.scene?.execute(.big(9_007_199_254_740_992))
        _ = await host.rest()
        host.send(#"{"type":"sync","scene":1}"#)
        let answer = await host.rest()
        #expect(answer.map { $0["code"] } == [.text("notEncodable")])
        #expect(answer.first?["scene"] == .int(1))
        shop.worker.scene?.execute(.big(0))
        #expect(await host.rest().map { $0["full"]?["big"] } == [.int(0)])
    }
}
