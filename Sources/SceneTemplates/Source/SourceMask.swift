import Foundation

/// Replaces comments and strings with spaces.
enum SourceMask {
    /// Returns the bytes with spaces in the place of comments and strings. Lines keep their place.
    static func code(of bytes: [UInt8]) -> [UInt8] {
        var mask = Scanner(bytes: bytes)
        mask.scan()
        return mask.code
    }

    private struct Scanner {
        let bytes: [UInt8]
        var code: [UInt8]
        var index = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
            code = bytes
        }

        mutating func scan() {
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "/") where starts("//"):
                    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
                case UInt8(ascii: "/") where starts("/*"):
                    blockComment()
                case UInt8(ascii: "`"):
                    // A raw identifier may contain quotes, and is kept.
                    index += 1
                    while index < bytes.count, bytes[index] != UInt8(ascii: "`"), bytes[index] != UInt8(ascii: "\n") {
                        index += 1
                    }
                    index += 1
                case UInt8(ascii: "#"), UInt8(ascii: "\""):
                    if let hashes = stringStart() { string(hashes: hashes) } else { index += 1 }
                default:
                    index += 1
                }
            }
        }

        private func starts(_ text: StaticString, at place: Int? = nil) -> Bool {
            let place = place ?? index
            // Usually the first byte decides.
            guard place + text.utf8CodeUnitCount <= bytes.count, bytes[place] == text.utf8Start[0] else { return false }
            return (1..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
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
                if starts("/*") {
                    depth += 1
                    blank(2)
                } else if starts("*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && index < bytes.count
        }

        /// Returns the number of `#` before the quote if a string begins here.
        private func stringStart() -> Int? {
            var place = index
            while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
            return place - index
        }

        private mutating func string(hashes: Int) {
            blank(hashes)
            let isLong = starts("\"\"\"")
            blank(isLong ? 3 : 1)
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\\"), followed(by: hashes, at: index + 1) {
                    let next = index + 1 + hashes
                    if next < bytes.count, bytes[next] == UInt8(ascii: "(") {
                        blank(2 + hashes)
                        interpolation()
                    } else {
                        blank(2 + hashes)
                    }
                } else if isLong ? starts("\"\"\"") : bytes[index] == UInt8(ascii: "\""),
                    followed(by: hashes, at: index + (isLong ? 3 : 1))
                {
                    return blank((isLong ? 3 : 1) + hashes)
                } else if !isLong, bytes[index] == UInt8(ascii: "\n") {
                    return  // not closed, which the compiler reports
                } else {
                    blank()
                }
            }
        }

        private func followed(by hashes: Int, at place: Int) -> Bool {
            place + hashes <= bytes.count && bytes[place..<place + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
        }

        /// Skips an interpolation. Strings in it may contain parentheses.
        private mutating func interpolation() {
            var depth = 1
            while index < bytes.count, depth > 0 {
                if let hashes = stringStart() {
                    string(hashes: hashes)
                    continue
                }
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
                blank()
            }
        }
    }
}

/// Returns the text on one line, without comments.
func collapsed(_ text: String) -> String {
    let withoutComments = String(decoding: SourceMask.code(of: Array(text.utf8)), as: UTF8.self)
    return withoutComments.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
}
