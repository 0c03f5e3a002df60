/// Percent-encoding of UTF-8 text (RFC 3986).
enum PercentEncoding {
    /// Escapes everything except letters, digits and `-._~`.
    static func escape(_ text: String, blank: String = "%20") -> String {
        var result = ""
        for byte in text.utf8 {
            if byte == 0x20 { result += blank } else { append(byte, to: &result, isKept: isUnreserved(byte)) }
        }
        return result
    }

    /// Escapes characters that are not allowed in a path. Slashes and existing escapes are kept.
    static func escapePath(_ text: String) -> String {
        var result = ""
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHex(bytes[index + 1])
                && isHex(bytes[index + 2])
            append(byte, to: &result, isKept: isEscape || isUnreserved(byte) || pathMarks.contains(byte))
        }
        return result
    }

    /// Returns whether a text is a valid percent-encoded part of a query.
    static func isEncodedQuery(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.allSatisfy { index in
            if bytes[index] == UInt8(ascii: "%") {
                return index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
            }
            return isUnreserved(bytes[index]) || queryMarks.contains(bytes[index])
        }
    }

    private static let pathMarks = Set("/!$&'()*+,;=:@".utf8)
    private static let queryMarks = Set("/?!$&'()*+,;=:@".utf8)
    private static let digits = Array("0123456789ABCDEF".unicodeScalars)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func append(_ byte: UInt8, to result: inout String, isKept: Bool) {
        if isKept {
            result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            result += "%"
            result.unicodeScalars.append(digits[Int(byte >> 4)])
            result.unicodeScalars.append(digits[Int(byte & 15)])
        }
    }
}
