/// Compares texts with the numbers in them as numbers: `UR-9` comes before `UR-10`.
enum NaturalOrder {
    /// Whether one text comes before another.
    static func precedes(_ first: String, _ second: String) -> Bool {
        let (one, other) = (pieces(of: first), pieces(of: second))
        for (left, right) in zip(one, other) where left != right {
            if let left = left.number, let right = right.number, left != right { return isLess(left, right) }
            return left.text < right.text
        }
        return one.count < other.count
    }

    private struct Piece: Equatable {
        var text: String
        /// The digits without leading zeros, if the piece is a number.
        var number: String?
    }

    private static func isLess(_ first: String, _ second: String) -> Bool {
        first.count == second.count ? first < second : first.count < second.count
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let first = rest.first {
            let isNumber = isDigit(first)
            let piece = String(rest.prefix { isDigit($0) == isNumber })
            rest.removeFirst(piece.count)
            pieces.append(Piece(text: piece, number: isNumber ? String(piece.drop { $0 == "0" }) : nil))
        }
        return pieces
    }

    private static func isDigit(_ character: Character) -> Bool { character >= "0" && character <= "9" }
}
