/// The names that patterns bind.
extension SourceText {
    /// Returns the subject of the switch that begins here, and its braces.
    func switched(at index: Int, in body: Range<Int>) -> (subject: Range<Int>, open: Int, close: Int)? {
        guard token(index, is: "switch"), !token(index - 1, is: "."),
            let open = surface(of: index..<body.upperBound).first(where: { token($0, is: "{") }),
            let close = partner[open]
        else { return nil }
        return (index + 1..<open, open, close)
    }

    /// Returns the names that the pattern of a case binds: `a` for `.some(let a)`.
    func boundNames(in branch: Switch.Case) -> [String] {
        boundNames(in: (branch.start..<branch.body.lowerBound).prefix { !token($0, is: "where") })
    }

    /// Reads the loop that begins here, or the condition with `case`: the names that it binds, and their value. What a loop
    /// awaits is new.
    func boundNames(at index: Int) -> (names: [String], value: Range<Int>)? {
        let isLoop = token(index, is: "for") && !token(index + 1, is: ":")
        guard isLoop || (token(index, is: "case") && isCondition(before: index)) else { return nil }
        let heading = surface(of: index..<tokens.count).prefix { !token($0, is: "{") }
        guard let sign = heading.first(where: { token($0, is: isLoop ? "in" : "=") }) else { return nil }
        let pattern = index..<(heading.first { token($0, is: ":") && $0 < sign } ?? sign)
        guard !pattern.contains(where: { token($0, is: "await") }) else { return nil }
        return (boundNames(in: pattern), sign + 1..<endOfValue(from: sign + 1, beforeBlock: true))
    }

    private func boundNames(in pattern: Range<Int>) -> [String] {
        let words = Set(["let", "var"])
        guard token(pattern.lowerBound, is: "for") || !words.isDisjoint(with: self.words(pattern)) else { return [] }
        let names = pattern.filter { index in
            isWord(index) && !token(index - 1, is: ".") && !token(index + 1, is: ".")
                && (!token(index + 1, is: ":") || index + 2 >= pattern.upperBound)
        }
        return names.map { tokens[$0].text }.filter { !["case", "for", "let", "var", "_"].contains($0) }
    }
}
