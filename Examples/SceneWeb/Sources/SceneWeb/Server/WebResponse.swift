import Foundation

/// What a request is answered with.
public struct WebResponse: Sendable {
    enum Body: Sendable {
        case bytes(Data)
        case events(EventStream)
        /// Announces `length` bytes, sends fewer, and closes the connection.
        case cutOff(Data, length: Int)
    }

    /// The status, such as 200.
    public var status: Int
    /// Headers beside those that the server adds: length, date, and the defaults of ``WebServer/defaultHeaders``.
    public var headers: [(name: String, value: String)]
    let body: Body

    /// An answer of bytes.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - type: Their type, such as `image/png`. Text types include their character set.
    ///   - status: The status.
    ///   - headers: Further headers. One with a line break in its name or value is left out.
    public static func bytes(
        _ body: Data, type: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> WebResponse {
        WebResponse(status: status, headers: [("Content-Type", type)] + headers, body: .bytes(body))
    }

    /// An answer of plain text.
    public static func text(_ text: String, status: Int = 200) -> WebResponse {
        bytes(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// An answer of JSON text.
    public static func json(_ text: Data, status: Int = 200) -> WebResponse {
        bytes(text, type: "application/json", status: status)
    }

    /// An answer without a body.
    public static func empty(_ status: Int = 204, headers: [(name: String, value: String)] = []) -> WebResponse {
        WebResponse(status: status, headers: headers, body: .bytes(Data()))
    }

    /// An answer that goes on: server-sent events, until the stream is finished or the client has gone.
    ///
    /// - Parameters:
    ///   - stream: What is sent.
    ///   - headers: Further headers.
    public static func events(
        _ stream: EventStream, headers: [(name: String, value: String)] = []
    ) -> WebResponse {
        WebResponse(
            status: 200, headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")] + headers,
            body: .events(stream))
    }

    /// An answer that breaks off: it announces more bytes than it sends. For servers that have to misbehave in tests.
    public static func cutOff(_ body: Data, announcing length: Int, type: String) -> WebResponse {
        WebResponse(
            status: 200, headers: [("Content-Type", type)], body: .cutOff(body, length: max(length, body.count + 1)))
    }
}
