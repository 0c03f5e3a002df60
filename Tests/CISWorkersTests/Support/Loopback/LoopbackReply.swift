/// What the server does with a request, step by step. Afterwards the connection is kept, unless a step ended it.
struct Reply: Sendable {
    enum Step: Sendable {
        case send([UInt8])
        /// The same bytes again and again, until there are so many or the client hangs up.
        case flood([UInt8], total: Int)
        case hold(Hold)
        /// Waits until the client closes the connection.
        case untilHangUp
        /// Closes the connection in good order.
        case close
        /// Closes it with a reset.
        case reset
    }

    var steps: [Step]

    init(_ steps: Step...) { self.steps = steps }

    /// A proper answer.
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

    /// Says nothing at all.
    static let silence = Reply(.untilHangUp)

    /// Half of the headers, and then nothing.
    static let slowHeaders = Reply(text("HTTP/1.1 200 OK\r\nContent-Ty"), .untilHangUp)

    /// Five bytes of ten, and then nothing.
    static let stalledBody = Reply(text(head(200, length: 10) + "01234"), .untilHangUp)

    /// Five bytes of ten, and then a reset.
    static let resetInBody = Reply(text(head(200, length: 10) + "01234"), .reset)

    /// No answer, but a reset.
    static let reset = Reply(.reset)

    /// Closes without an answer.
    static let hangUp = Reply(.close)

    /// Announces ten bytes, sends five, closes.
    static let tooShort = Reply(text(head(200, length: 10) + "01234"), .close)

    /// Announces five bytes, sends ten.
    static let tooLong = Reply(text(head(200, length: 5) + "0123456789"), .close)

    /// A chunk whose size is no number.
    static let invalidChunk = Reply(
        text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\nzz\r\n"), .close)

    /// A chunk that ends too early.
    static let cutChunk = Reply(text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n012"), .close)

    /// Chunks as they should be.
    static func chunked(_ chunks: [String]) -> Reply {
        let body = chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
        return Reply(text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body))
    }

    /// More and more, without saying how much.
    static func endless(_ total: Int) -> Reply {
        Reply(text(head(200, length: nil)), .flood([UInt8](repeating: 0x61, count: 65_536), total: total), .close)
    }

    /// No HTTP.
    static func garbage(_ bytes: [UInt8]) -> Reply { Reply(.send(bytes), .close) }

    static func redirect(_ status: Int, to location: String) -> Reply { .status(status, ["Location": location]) }
}
