/// The sentences of a scenario, for its failures and for a table of specifications.
struct ScenarioTexts: Sendable {
    var givenSentences: [String] = []
    var whenSentences: [String] = []
    var thenSentences: [String] = []
    /// The sentence of the last `when`, if it has one.
    var lastWhen: String?
    /// What overlaps in the last `when`, if it has no sentence. Converted to text only for a failure.
    var lastOverlap: [StepName] = []

    /// The first line of a failure: `Given a full table, when Mina is invited, then nothing changes:`. `nil` if the test
    /// contains none of these sentences.
    ///
    /// - Parameter sentence: The sentence of the failed check.
    func heading(then sentence: String?) -> String? {
        let when = lastOverlap.isEmpty ? lastWhen : lastOverlap.map(\.sentence).joined(separator: ", ")
        let parts = [
            givenSentences.isEmpty ? nil : "given \(givenSentences.joined(separator: ", "))",
            when.map { "when \($0)" },
            sentence.map { "then \($0)" },
        ]
        let text = parts.compactMap(\.self).joined(separator: ", ")
        return text.isEmpty ? nil : text.prefix(1).uppercased() + text.dropFirst() + ":"
    }
}
