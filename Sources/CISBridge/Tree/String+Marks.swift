extension String {
    /// The maximum number of combining marks in a row that is accepted. Unicode's own limit for streams is 30.
    static var greatestRunOfMarks: Int { 64 }

    /// Whether the text contains a run of combining marks that is too long.
    ///
    /// To compare or hash a text, Swift sorts each run of marks, in a time that grows with the square of the run's length. One
    /// message with a run of a million bytes would block the main actor for a minute.
    ///
    /// - Complexity: O(number of bytes).
    var hasEndlessMarks: Bool {
        // Short texts are harmless, and the UTF-8 form of a mark contains a byte of at least 0xCC.
        guard utf8.count >= 256, utf8.contains(where: { $0 >= 0xCC }) else { return false }
        var run = 0
        for scalar in unicodeScalars {
            run = scalar.isMark ? run + 1 : 0
            if run > Self.greatestRunOfMarks { return true }
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is part of the runs that Swift sorts to compare or hash a text.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        // Three Tibetan vowels are not marks themselves, but decompose into two marks each.
        if value == 0xF73 || value == 0xF75 || value == 0xF81 { return true }
        return properties.canonicalCombiningClass != .notReordered
    }
}
