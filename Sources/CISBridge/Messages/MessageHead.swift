/// What identifies a message: its reference, and the call that it answers.
///
/// It is found byte by byte, without reading the values. So the host learns which message was refused, and no call stays open,
/// also if the message is too long to be kept, or is no JSON.
struct MessageHead: Sendable {
    private(set) var ref: Int?
    private(set) var call: Int?
    private var depth = 0
    private var isText = false
    private var isEscaped = false
    /// The key of the current member, and what was read since. A text is kept with its first quotation mark.
    private var key: [UInt8] = []
    private var token: [UInt8] = []

    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if isText { takeOfText(byte) } else { takeOutsideOfText(byte) }
        }
    }

    private mutating func takeOfText(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isText = false
            return
        }
        keep(byte)
    }

    private mutating func takeOutsideOfText(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""):
            isText = true
            token = [byte]
        case UInt8(ascii: ":"): (key, token) = (token, [])
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            token = []
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            endMember()
            depth -= 1
        case UInt8(ascii: ","): endMember()
        case 0x20, 0x09, 0x0A, 0x0D: break
        default: keep(byte)
        }
    }

    /// No key or number of a message is longer.
    private mutating func keep(_ byte: UInt8) {
        if token.count < 32 { token.append(byte) }
    }

    private mutating func endMember() {
        if depth == 1, key.elementsEqual("\"ref".utf8), ref == nil { ref = number }
        if depth == 1, key.elementsEqual("\"call".utf8), call == nil { call = number }
        (key, token) = ([], [])
    }

    private var number: Int? {
        Double(String(decoding: token, as: UTF8.self)).flatMap { JSONTree.number($0).intValue }
    }
}
