/// A scenario that ran, as a row of a specification.
package struct ScenarioRow: Sendable, Equatable {
    /// What it shows of a specification, as in `UR-12`.
    package var ids: [String]
    package var feature: String
    package var scenario: String
    package var given: String
    package var when: String
    package var then: String
    package var passed: Bool

    package init(
        ids: [String] = [], feature: String, scenario: String, given: String = "", when: String = "", then: String = "",
        passed: Bool
    ) {
        self.ids = ids
        self.feature = feature
        self.scenario = scenario
        self.given = given
        self.when = when
        self.then = then
        self.passed = passed
    }

    /// A row named by a test function.
    ///
    /// - Parameter function: The function as `#function` writes it. Ids at its beginning are taken off, as in
    ///   `` `UR-12, UR-15 a sixth image is refused`() ``. Of a name without spaces the word `test` is taken off, its
    ///   underscores are read as spaces, and ids have no hyphen: `testUR12_UR15_a_sixth_image_is_refused`.
    package init(
        function: String, feature: String, given: String = "", when: String = "", then: String = "", passed: Bool
    ) {
        let (name, isPlain) = Self.plainName(of: function)
        var words = name.split(separator: " ", omittingEmptySubsequences: true)
        var ids: [String] = []
        while let word = words.first.map({ $0.hasSuffix(",") || $0.hasSuffix(":") ? $0.dropLast() : $0 }) {
            let id = isPlain ? Self.withHyphen(word) : String(word)
            guard isID(id) else { break }
            ids.append(id)
            words.removeFirst()
        }
        self.init(
            ids: ids, feature: feature, scenario: words.joined(separator: " "), given: given, when: when, then: then,
            passed: passed)
    }

    /// The name without what belongs to the language, and whether it is an identifier as any other.
    private static func plainName(of function: String) -> (String, isPlain: Bool) {
        // Raw identifiers may come with spaces that do not break.
        var name = String(function.map { $0 == "\u{A0}" ? " " : $0 })
        if name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`") {
            name = String(name[name.index(after: name.startIndex)..<end])
        } else {
            name = String(name.prefix { $0 != "(" })
        }
        if name.hasPrefix("test") { name = String(name.dropFirst(4)) }
        let isPlain = !name.contains(" ") && !name.contains("-")
        if isPlain { name = String(name.map { $0 == "_" ? " " : $0 }) }
        return (name.trimmed, isPlain)
    }

    /// The texts of a scenario, one after the other; one that comes several times in a row is told once.
    package static func sentence(of texts: [String]) -> String {
        var parts: [(text: String, count: Int)] = []
        for text in texts {
            if parts.last?.text == text { parts[parts.count - 1].count += 1 } else { parts.append((text, 1)) }
        }
        return parts.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count)×)" }.joined(separator: ", ")
    }

    /// The order of rows: by feature, then as people count.
    static func precedes(_ first: ScenarioRow, _ second: ScenarioRow) -> Bool {
        if first.feature != second.feature { return NaturalOrder.precedes(first.feature, second.feature) }
        return NaturalOrder.precedes(first.title, second.title)
    }

    private var title: String { (ids + [scenario]).joined(separator: " ") }
}

extension ScenarioRow {
    /// `UR-12` for `UR12`.
    private static func withHyphen(_ word: some StringProtocol) -> String {
        let letters = word.prefix { $0 >= "A" && $0 <= "Z" }
        return "\(letters)-\(word.dropFirst(letters.count))"
    }
}

/// Whether a word is an id of a specification: capital letters, a hyphen, digits, and perhaps a letter, as in `UR-12b`.
private func isID(_ word: some StringProtocol) -> Bool {
    let letters = word.prefix { $0 >= "A" && $0 <= "Z" }
    let rest = word.dropFirst(letters.count)
    guard !letters.isEmpty, rest.first == "-" else { return false }
    let digits = rest.dropFirst().prefix { $0 >= "0" && $0 <= "9" }
    let suffix = rest.dropFirst(1 + digits.count)
    return !digits.isEmpty && (suffix.isEmpty || suffix.count == 1 && suffix.allSatisfy { $0 >= "a" && $0 <= "z" })
}
