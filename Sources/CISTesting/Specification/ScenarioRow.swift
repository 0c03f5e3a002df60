/// A row of a specification: a scenario and its result.
package struct ScenarioRow: Sendable, Equatable {
    /// The ids of the rules that it shows, such as `UR-12`.
    package var ids: [String]
    package var feature: String
    package var scenario: String
    package var givenText: String
    package var whenText: String
    package var thenText: String
    package var passed: Bool

    package init(
        ids: [String] = [], feature: String, scenario: String, givenText: String = "", whenText: String = "",
        thenText: String = "",
        passed: Bool
    ) {
        self.ids = ids
        self.feature = feature
        self.scenario = scenario
        self.givenText = givenText
        self.whenText = whenText
        self.thenText = thenText
        self.passed = passed
    }

    /// Creates a row from the name of a scenario.
    init(
        name: ScenarioName, feature: String, givenText: String = "", whenText: String = "", thenText: String = "",
        passed: Bool
    ) {
        self.init(
            ids: name.ids, feature: feature, scenario: name.text, givenText: givenText, whenText: whenText,
            thenText: thenText, passed: passed)
    }

    /// Creates a row from the name of a test function, as `#function` writes it.
    package init(
        function: String, feature: String, givenText: String = "", whenText: String = "", thenText: String = "",
        passed: Bool
    ) {
        self.init(
            name: ScenarioName(function: function), feature: feature, givenText: givenText, whenText: whenText,
            thenText: thenText,
            passed: passed)
    }

    /// The texts of a scenario in one sentence. A text that occurs several times in a row is written once, with the
    /// count.
    package static func sentence(of texts: [String]) -> String {
        var parts: [(text: String, count: Int)] = []
        for text in texts {
            if parts.last?.text == text { parts[parts.count - 1].count += 1 } else { parts.append((text, 1)) }
        }
        return parts.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count)×)" }.joined(separator: ", ")
    }

    /// Sorts rows by feature, then by name in natural order.
    static func precedes(_ first: ScenarioRow, _ second: ScenarioRow) -> Bool {
        if first.feature != second.feature { return NaturalOrder.precedes(first.feature, second.feature) }
        return NaturalOrder.precedes(first.title, second.title)
    }

    private var title: String { (ids + [scenario]).joined(separator: " ") }
}
