/// The steps of a server's reply to a request. The connection is kept open unless a step ends it.
struct Reply: Sendable {
    enum Step: Sendable {
        case send([UInt8])
        /// Sends the same bytes repeatedly, up to a number or until the client closes the connection.
        case flood([UInt8], total: Int)
        case hold(Hold)
        /// Waits until the client closes the connection.
        case untilHangUp
        /// Closes the connection.
        case close
        /// Resets the connection.
        case reset
    }

    var steps: [Step]

    init(_ steps: Step...) { self.steps = steps }

    /// A valid response.
    static func status(_ status: Int, _ headers: [String: String] = [:], body: String = "") -> Reply {
        .status(status, headers, bytes: Array(body.utf8))
    }

    static func status(_ status: Int, _ headers: [String: String] = [:], bytes: [UInt8]) -> Reply {
        Reply(.send(Array(head(status, headers, length: bytes.count).utf8) + bytes))
    }

    static func json(_ text: String) -> Reply {
        .status(200, ["Content-Type": "application/json"], body: text)
    }

    static func head(_ status: Int, _ headers: [String: String] = [:], length: Int?) -> String {
        var lines = ["HTTP/1.1 \(status) Because"]
        lines += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if let length { lines.append("Content-Length: \(length)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func text(_ text: String) -> Step { .send(Array(text.utf8)) }

    // MARK: Misbehaviour

    /// Sends nothing.
    static let silence = Reply(.untilHangUp)

    /// Sends half of the headers, then nothing.
    static let slowHeaders = Reply(text("HTTP/1.1 200 OK\r\nContent-Ty"), .untilHangUp)

    /// Sends five of ten bytes, then nothing.
    static let stalledBody = Reply(text(head(200, length: 10) + "01234"), .untilHangUp)

    /// Sends five of ten bytes, then resets the connection.
    static let resetInBody = Reply(text(head(200, length: 10) + "01234"), .reset)

    /// Resets the connection without a response.
    static let reset = Reply(.reset)

    /// Closes the connection without a response.
    static let hangUp = Reply(.close)

    /// Announces ten bytes, sends five, and closes the connection.
    static let tooShort = Reply(text(head(200, length: 10) + "01234"), .close)

    /// Announces five bytes, sends ten.
    static let tooLong = Reply(text(head(200, length: 5) + "0123456789"), .close)

    /// A chunk whose size is not a number.
    static let invalidChunk = Reply(
        text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\nzz\r\n"), .close)

    /// An incomplete chunk.
    static let cutChunk = Reply(text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n012"), .close)

    /// Valid chunks.
    static func chunked(_ chunks: [String]) -> Reply {
        let body = chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
        return Reply(text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body))
    }

    /// An endless body without an announced size.
    static func endless(_ total: Int) -> Reply {
        Reply(text(head(200, length: nil)), .flood([UInt8](repeating: 0x61, count: 65_536), total: total), .close)
    }

    /// Bytes that are not HTTP.
    static func garbage(_ bytes: [UInt8]) -> Reply { Reply(.send(bytes), .close) }

    static func redirect(_ status: Int, to location: String) -> Reply { .status(status, ["Location": location]) }
}
