import TerminalKit

/// A text, and the place in it at which the next letter is inserted.
struct TextEdit: Equatable {
    private(set) var text: String
    /// The place, counted in characters.
    private(set) var cursor: Int

    /// - Parameter cursor: The place; nil for the end. If the text is shorter, the place is its end.
    init(_ text: String, cursor: Int?) {
        self.text = text
        self.cursor = min(cursor ?? text.count, text.count)
    }

    /// Carries out a key.
    ///
    /// - Returns: Whether the key edits text or moves the cursor.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(character)
        case .backspace where cursor > 0: remove(at: cursor - 1)
        case .delete where cursor < text.count: remove(at: cursor)
        case .backspace, .delete: break
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"):
            text.removeFirst(cursor)
            cursor = 0
        default: return false
        }
        return true
    }

    private mutating func insert(_ character: Character) {
        let before = text.count
        text.insert(character, at: text.index(text.startIndex, offsetBy: cursor))
        // An accent that follows its letter does not add a character.
        cursor += text.count - before
    }

    private mutating func remove(at index: Int) {
        text.remove(at: text.index(text.startIndex, offsetBy: index))
        cursor = index
    }
}
