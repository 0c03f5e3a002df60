import Foundation

/// Replaces comments and strings with spaces. Lines keep their place.
struct SourceMask {
    private let bytes: [UInt8]
    private var code: [UInt8]
    private var index = 0

    /// Returns the bytes with spaces in the place of comments and strings.
    static func code(of bytes: [UInt8]) -> [UInt8] {
        var mask = SourceMask(bytes: bytes, code: bytes)
        while mask.index < bytes.count { mask.step() }
        return mask.code
    }

    private mutating func step() {
        switch bytes[index] {
        case UInt8(ascii: "/") where starts("//"):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
        case UInt8(ascii: "/") where starts("/*"):
            blockComment()
        case UInt8(ascii: "`"):
            // A raw identifier may contain quotes, and is kept.
            repeat { index += 1 } while !["`", "\n", "\0"].contains(Unicode.Scalar(byte(index)))
            index += 1
        case UInt8(ascii: "#"), UInt8(ascii: "\""):
            if let hashes = stringStart() { string(hashes: hashes) } else { index += 1 }
        default:
            index += 1
        }
    }

    /// Returns a byte, or 0 after the end.
    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    private func starts(_ text: StaticString) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { byte(index + $0) == text.utf8Start[$0] }
    }

    /// Replaces bytes with spaces and moves on.
    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
            index += 1
        }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            let change = starts("/*") ? 1 : starts("*/") ? -1 : 0
            depth += change
            blank(change == 0 ? 1 : 2)
        } while depth > 0 && index < bytes.count
    }

    /// Returns the number of `#` before the quote if a string begins here.
    private func stringStart() -> Int? {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        return byte(index + hashes) == UInt8(ascii: "\"") ? hashes : nil
    }

    private mutating func string(hashes: Int) {
        blank(hashes)
        let quotes: StaticString = starts("\"\"\"") ? "\"\"\"" : "\""
        let isLong = quotes.utf8CodeUnitCount == 3
        blank(quotes.utf8CodeUnitCount)
        while index < bytes.count {
            if starts("\\"), isFollowed(by: hashes, at: index + 1) {
                blank(1 + hashes)
                let isInterpolation = starts("(")
                blank()
                if isInterpolation { interpolation() }
            } else if starts(quotes), isFollowed(by: hashes, at: index + quotes.utf8CodeUnitCount) {
                return blank(quotes.utf8CodeUnitCount + hashes)
            } else if !isLong, starts("\n") {
                return  // not closed, which the compiler reports
            } else {
                blank()
            }
        }
    }

    private func isFollowed(by hashes: Int, at place: Int) -> Bool {
        (place..<place + hashes).allSatisfy { byte($0) == UInt8(ascii: "#") }
    }

    /// Skips an interpolation. Strings in it may contain parentheses.
    private mutating func interpolation() {
        var depth = 1
        while index < bytes.count, depth > 0 {
            if let hashes = stringStart() {
                string(hashes: hashes)
                continue
            }
            depth += starts("(") ? 1 : starts(")") ? -1 : 0
            blank()
        }
    }
}

/// Returns the text on one line, without comments.
func collapsed(_ text: String) -> String {
    let withoutComments = String(decoding: SourceMask.code(of: Array(text.utf8)), as: UTF8.self)
    return withoutComments.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
}
