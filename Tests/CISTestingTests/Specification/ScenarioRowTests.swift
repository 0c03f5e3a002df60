import CISTesting
import Testing

/// Rows named by test functions.
@Suite struct `Specifications: rows named by functions` {
    private func row(_ function: String) -> ScenarioRow { ScenarioRow(function: function, feature: "F", passed: true) }

    @Test(
        arguments: [
            ("`UR-12 a sixth image is refused`()", ["UR-12"], "a sixth image is refused"),
            ("`UR-12, UR-15b: 여섯 번째 사진은 거절된다`()", ["UR-12", "UR-15b"], "여섯 번째 사진은 거절된다"),
            ("`FG-LIST-03 FG-NET-04b rows are loaded`()", ["FG-LIST-03", "FG-NET-04b"], "rows are loaded"),
            (
                "`FG-LIST and -3 and FG--3 and fg-LIST-3 are no ids`()", [],
                "FG-LIST and -3 and FG--3 and fg-LIST-3 are no ids"
            ),
            ("`a\u{A0}word`(_:)", [], "a word"),
            ("plain_name()", [], "plain name"),
            ("test_UR_name(_:)", [], "UR name"),
            ("testSomething()", [], "Something"),
            ("testUR12_AR3b_something()", ["UR-12", "AR-3b"], "something"),
            ("test_H2_is_an_id_and_2_is_none()", ["H-2"], "is an id and 2 is none"),
            ("`test UR-1 in XCTest`()", ["UR-1"], "in XCTest"),
            ("`UR- and ur-1 and X-1y2 are no ids`()", [], "UR- and ur-1 and X-1y2 are no ids"),
            ("`UR-1`()", ["UR-1"], ""),
            ("testLikingCounts()", [], "Liking counts"),
            ("testUR12_URLIsShown_asABadge()", ["UR-12"], "URL is shown as a badge"),
            ("`LikingCounts twice`()", [], "LikingCounts twice"),
            ("testimonialIsShown()", [], "testimonial is shown"),
            ("`testing shows errors`()", [], "testing shows errors"),
        ] as [(String, [String], String)])
    func `ids and name are taken from the function`(function: String, ids: [String], scenario: String) {
        #expect(row(function).ids == ids)
        #expect(row(function).scenario == scenario)
    }

    @Test func `repeated sentences are written once`() {
        #expect(ScenarioRow.sentence(of: ["tap", "tap", "wait", "tap"]) == "tap (2×), wait, tap")
        #expect(ScenarioRow.sentence(of: []) == "")
    }

    @Test func `UR-77, UR-78 a function's own name is read`() {
        #expect(row(#function).ids == ["UR-77", "UR-78"])
        #expect(row(#function).scenario == "a function's own name is read")
    }
}
