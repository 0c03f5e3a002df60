extension String {
    /// The longest run of combining marks that is read. Unicode's own limit for streams is 30.
    static var greatestRunOfMarks: Int { 64 }

    /// Whether combining marks follow each other in a run that is too long.
    ///
    /// Swift sorts each run of marks to compare or hash a text, in a time that grows with the square of its length: one message
    /// with a run of a million bytes would stop the main actor for a minute.
    ///
    /// - Complexity: O(number of bytes).
    var hasEndlessMarks: Bool {
        // So few bytes cost nothing, and marks have higher ones.
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
    /// Whether the scalar is sorted among its neighbours.
    fileprivate var isMark: Bool {
        guard value >= 0x300 else { return false }
        // Three Tibetan vowels count as letters, but are taken apart into two marks each.
        if value == 0xF73 || value == 0xF75 || value == 0xF81 { return true }
        return properties.canonicalCombiningClass != .notReordered
    }
}
