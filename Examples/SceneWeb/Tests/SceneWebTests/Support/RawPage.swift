import Foundation

/// A page without a browser. It reads its stream on one connection, and sends its messages on others.
struct RawPage {
    let port: Int
    let token: String
    let stream: RawClient

    /// Connects, says hello, and opens the tally.
    init(port: Int) async throws {
        // The tests do not acknowledge states. With this window, up to eight of them are sent nevertheless.
        stream = RawPage.stream(port, [], body: #"{"type":"hello","v":[1,1],"window":8}"#)
        self.port = port
        let head = await stream.read(until: "\"welcome\"")
        token =
            head.split(separator: "\r\n").first { $0.hasPrefix("Page-Token: ") }.map { String($0.dropFirst(12)) } ?? ""
    }

    /// Continues the stream after an event.
    func listen(after event: Int) -> RawClient {
        RawPage.stream(port, ["Page-Token: \(token)", "Last-Event-ID: \(event)"], body: "")
    }

    /// Sends messages. `number` is the number of the first one.
    func post(_ number: Int, _ messages: [String], confirming event: Int = 0) async -> String {
        await RawClient.ask(
            port, "POST", "/cis/messages",
            headers: ["Page-Token: \(token)", "Message-Number: \(number)", "Last-Event-ID: \(event)"],
            body: messages.joined(separator: "\n"))
    }

    static func act(_ number: Int, _ action: String) -> String {
        #"{"type":"act","ref":\#(100 + number),"scene":1,"n":\#(number),"action":\#(action)}"#
    }

    private static func stream(_ port: Int, _ headers: [String], body: String) -> RawClient {
        let client = RawClient(port: port)
        // With HTTP/1.0 the answer has no chunks.
        let lines = ["POST /cis/events HTTP/1.0", "Host: localhost", "Content-Length: \(body.utf8.count)"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return client
    }
}
