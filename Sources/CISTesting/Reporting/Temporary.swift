import CIS

// Replaced by the real ones at the merge.
func describe(_ value: Any) -> String { "\(value)" }
func areEqual(_ a: Any, _ b: Any) -> Bool { "\(a)" == "\(b)" }
enum Rendering { static func lines(of value: Any) -> [String] { ["\(value)"] } }
enum LineDiff {
    static func text(expected: [String], actual: [String], context: Int = 2) -> String? {
        expected == actual ? nil : (expected.map { "− \($0)" } + actual.map { "+ \($0)" }).joined(separator: "\n")
    }
}
enum StateDifference { static func paths(from: Any, to: Any) -> [String] { "\(from)" == "\(to)" ? [] : ["state"] } }
enum Outline {
    static func text(of events: [SceneEvent]) -> String { events.map { "\($0.id) \($0.kind)" }.joined(separator: "\n") }
}
