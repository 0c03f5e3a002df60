/// A key of a terminal, or several that are pressed together.
public enum Key: Sendable, Hashable {
    /// A key that writes a character. A letter that consists of several scalars arrives as several keys.
    case character(Character)
    /// A letter in lower case, with Ctrl.
    case control(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, shiftUp, shiftDown, home, end, pageUp, pageDown
}

/// Turns the bytes of a terminal into keys.
public struct KeyDecoder: Sendable {
    /// The beginning of a key whose other bytes have not arrived yet.
    private var rest: [UInt8] = []

    /// Creates a decoder, for the bytes of one terminal.
    public init() {}

    /// Returns the keys in the next bytes. Unknown keys are omitted.
    ///
    /// The key Esc is the first byte of other keys, too. A terminal sends the bytes of one key together, so an escape that
    /// is the last byte is the key Esc. This needs no timer, and the same bytes always mean the same keys.
    ///
    /// - Parameter bytes: All bytes that could be read.
    public mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        var bytes = rest + bytes
        rest = []
        while let first = bytes.first {
            guard let (key, length) = Self.key(at: first, in: bytes) else {
                // A key has fewer bytes than this. More bytes without a key are discarded.
                if bytes.count < 32 { rest = bytes }
                break
            }
            if let key { keys.append(key) }
            bytes.removeFirst(length)
        }
        return keys
    }

    /// The first key and how many bytes it has, or `nil` if some of them are missing.
    private static func key(at first: UInt8, in bytes: [UInt8]) -> (Key?, Int)? {
        switch first {
        case 0x1B: escaped(bytes)
        case 0x0D, 0x0A: (.enter, 1)
        case 0x09: (.tab, 1)
        case 0x7F, 0x08: (.backspace, 1)
        case ..<0x20: (.control(Character(UnicodeScalar(first | 0x60))), 1)
        case ..<0x80: (.character(Character(UnicodeScalar(first))), 1)
        default: character(first, bytes)
        }
    }

    private static func character(_ first: UInt8, _ bytes: [UInt8]) -> (Key?, Int)? {
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard 0xC0..<0xF8 ~= first else { return (nil, 1) }
        guard bytes.count >= length else { return nil }
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first else {
            return (nil, 1)
        }
        return (.character(character), length)
    }

    private static func escaped(_ bytes: [UInt8]) -> (Key?, Int)? {
        guard bytes.count > 1, bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            return (.escape, 1)
        }
        // Parameters, followed by one letter that identifies the key.
        guard let last = bytes.indices.dropFirst(2).first(where: { 0x40...0x7E ~= bytes[$0] }) else { return nil }
        let parameters = String(decoding: bytes[2..<last], as: UTF8.self).split(separator: ";").map(String.init)
        let isNumbered = bytes[last] == UInt8(ascii: "~")
        let key =
            isNumbered
            ? numbered(parameters.first) : arrow(bytes[last], isShifted: parameters.dropFirst().first == "2")
        return (key, last + 1)
    }

    private static func arrow(_ letter: UInt8, isShifted: Bool) -> Key? {
        switch letter {
        case UInt8(ascii: "A"): isShifted ? .shiftUp : .up
        case UInt8(ascii: "B"): isShifted ? .shiftDown : .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter  // of the number pad
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    private static func numbered(_ number: String?) -> Key? {
        switch number {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }
}
