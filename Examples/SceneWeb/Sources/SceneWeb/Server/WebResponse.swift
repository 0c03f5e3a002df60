import Foundation

/// The response to a request.
public struct WebResponse: Sendable {
    enum Body: Sendable {
        case bytes(Data)
        case events(EventStream)
        /// Announces `length` bytes, sends fewer, and closes the connection.
        case cutOff(Data, length: Int)
    }

    /// The status, such as 200.
    public var status: Int
    /// Headers in addition to those that the server adds: the length, the date, and those of ``WebServer``.
    public var headers: [(name: String, value: String)]
    let body: Body

    /// Returns a response with bytes.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - type: Their type, such as `image/png`. Text types include their character set.
    ///   - status: The status.
    ///   - headers: Further headers. A header with a line break in its name or value is omitted.
    public static func bytes(
        _ body: Data, type: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> WebResponse {
        WebResponse(status: status, headers: [("Content-Type", type)] + headers, body: .bytes(body))
    }

    /// Returns a response with plain text.
    public static func text(_ text: String, status: Int = 200) -> WebResponse {
        bytes(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Returns a response with JSON text.
    public static func json(_ text: Data, status: Int = 200) -> WebResponse {
        bytes(text, type: "application/json", status: status)
    }

    /// Returns a response without a body.
    public static func empty(_ status: Int = 204, headers: [(name: String, value: String)] = []) -> WebResponse {
        WebResponse(status: status, headers: headers, body: .bytes(Data()))
    }

    /// Returns a response with server-sent events. It continues until the stream is finished or the client has disconnected.
    ///
    /// - Parameters:
    ///   - stream: The events.
    ///   - headers: Further headers.
    public static func events(
        _ stream: EventStream, headers: [(name: String, value: String)] = []
    ) -> WebResponse {
        WebResponse(
            status: 200, headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")] + headers,
            body: .events(stream))
    }

    /// Returns a response that ends early: it announces more bytes than it sends. Use it in test servers that have to
    /// misbehave.
    public static func cutOff(_ body: Data, announcing length: Int, type: String) -> WebResponse {
        WebResponse(
            status: 200, headers: [("Content-Type", type)], body: .cutOff(body, length: max(length, body.count + 1)))
    }
}
