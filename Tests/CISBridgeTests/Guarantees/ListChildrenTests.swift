import CISBridge
import Testing

/// The child scenes of the elements of a list.
@MainActor
@Suite struct `Children of a list` {
    @Test func `the scenes of a list come and go with their elements, and stay when these are moved`() async {
        let app = BridgedApp { BridgedScene("shelf") { Shelf.assemble() } }
        let host = Host(app)
        await host.connect()
        await host.open("shelf")
        host.act(#"{"add":{"_0":7}}"#)
        host.act(#"{"add":{"_0":9}}"#)
        let opened = await host.rest().filter { $0.type == "opened" }
        #expect(opened.map { $0["state"]?["name"] } == [.text("book 7"), .text("book 9")])
        #expect(opened.map { $0["parent"] } == [.int(1), .int(1)])
        #expect(opened.map { $0["place"]?["id"] } == [.int(7), .int(9)])
        host.act(#"{"reverse":{}}"#)
        let moved = await host.rest()
        #expect(!moved.contains { $0.type == "opened" || $0.type == "closed" })
        host.act(#"{"remove":{"_0":7}}"#)
        let types = await host.rest().filter { $0.type == "closed" }
        #expect(types.map { $0["scene"] } == [.int(2)])
        host.act(#"{"rename":{"_0":"read"}}"#, scene: 3)
        _ = await host.rest()
        #expect(host.states[3]?["name"] == .text("read"))
    }
}
