/// The name of a scenario, and the ids of the rules that it shows.
struct ScenarioName: Sendable, Equatable {
    /// The name of the row whose code is running, if ``ScenarioBindings`` runs one.
    @TaskLocal static var ofRow: ScenarioName?

    /// The ids, such as `UR-12`.
    var ids: [String] = []
    var text: String

    /// Creates the name of a test function.
    ///
    /// - Parameter function: The function as `#function` writes it. Ids at the beginning of the name become ``ids``,
    ///   for example in `UR-12, UR-15 a sixth image is refused`. In a name without spaces, a word ends before an
    ///   underscore or a capital letter, and ids have no hyphen: `testUR12_UR15_aSixthImage_is_refused` gives the same
    ///   name. The prefix `test` is removed.
    init(function: String) {
        let (name, isPlain) = Self.plainName(of: function)
        var words = name.split(separator: " ")[...]
        while let id = words.first.map({ Self.id(from: $0, isPlain: isPlain) }), isID(id) {
            ids.append(id)
            words.removeFirst()
        }
        text = (isPlain ? Self.withoutCamelCase(words) : words.map(String.init)).joined(separator: " ")
    }

    /// Creates the name of a row. Its ids are those in the column `Id` and those at the beginning of the name.
    init(row: SpecificationTable.Row) {
        ids = (row["Id"] ?? "").split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        var words = row.name.split(separator: " ")[...]
        while let id = words.first.map({ Self.id(from: $0, isPlain: false) }), isID(id) {
            if !ids.contains(id) { ids.append(id) }
            words.removeFirst()
        }
        text = words.joined(separator: " ")
    }

    /// The name without parameters and backticks, and whether it is a plain identifier.
    private static func plainName(of function: String) -> (String, isPlain: Bool) {
        // Raw identifiers may contain non-breaking spaces.
        var name = String(function.map { $0 == "\u{A0}" ? " " : $0 })
        if name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`") {
            name = String(name[name.index(after: name.startIndex)..<end])
        } else {
            name = String(name.prefix { $0 != "(" })
        }
        if name.hasPrefix("test"), name.dropFirst(4).first?.isLowercase != true { name = String(name.dropFirst(4)) }
        let isPlain = !name.contains(" ") && !name.contains("-")
        if isPlain { name = String(name.map { $0 == "_" ? " " : $0 }) }
        return (name.trimmed, isPlain)
    }

    /// Returns a word in the form of an id, such as `UR-12` for `UR12` in a plain identifier. The result is not always
    /// an id; check it with `isID(_:)`.
    private static func id(from word: Substring, isPlain: Bool) -> String {
        let word = word.hasSuffix(",") || word.hasSuffix(":") ? word.dropLast() : word
        guard isPlain else { return String(word) }
        // `UR-12` for `UR12`.
        let letters = word.prefix { $0 >= "A" && $0 <= "Z" }
        return "\(letters)-\(word.dropFirst(letters.count))"
    }

    /// The words of a name: `Liking`, `counts` for `LikingCounts`. Words in capitals, such as `URL`, stay as they are.
    private static func withoutCamelCase(_ words: some Sequence<Substring>) -> [String] {
        words.flatMap { word in
            camelCaseParts(of: word).enumerated().map { index, part in
                index == 0 || part.count > 1 && !part.contains(where: \.isLowercase)
                    ? String(part) : part.prefix(1).lowercased() + part.dropFirst()
            }
        }
    }

    private static func camelCaseParts(of word: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst() where word[index].isUppercase {
            let next = word.index(after: index)
            // In `URLIsShown`, the last of several capitals in a row begins the next word.
            let beginsWord = next < word.endIndex && word[next].isLowercase
            guard !word[word.index(before: index)].isUppercase || beginsWord else { continue }
            parts.append(word[start..<index])
            start = index
        }
        return parts + [word[start...]]
    }
}

/// Whether a word is an id of a specification: capital letters, a hyphen, digits, and perhaps a letter, as in `UR-12b`.
/// The capital letters may be several words, as in `FG-LIST-03`.
private func isID(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count > 1 else { return false }
    let areCapitals = parts.dropLast().allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0 >= "A" && $0 <= "Z" }
    }
    let digits = last.prefix { $0 >= "0" && $0 <= "9" }
    let suffix = last.dropFirst(digits.count)
    return areCapitals && !digits.isEmpty
        && (suffix.isEmpty || suffix.count == 1 && suffix.allSatisfy { $0 >= "a" && $0 <= "z" })
}
