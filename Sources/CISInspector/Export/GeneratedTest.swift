/// Writes a test from a recording: the actions of one of its scenes, and what they have changed.
///
/// The test belongs into a test target that has a `SceneFixture` for the scene, with a double of its worker as
/// `swift package new-scene` writes it: `test.worker.loadStub`. Recorded calls wait, and get the recorded answers in the
/// recorded order. The test says which answers have to be scripted by hand.
public struct GeneratedTest: Sendable {
    let recording: Recording
    private let name: String
    private let fixture: String
    let scene: RecordedLine
    private var usesJSON = false

    /// Creates a test from a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - name: The name of the suite.
    ///   - fixture: The name of the fixture. By default, the name of the definition and `Fixture`.
    ///   - number: The number of the scene. By default, the first one.
    /// - Returns: `nil` if the recording has no such scene, if a name cannot be that of a type, or if the suite has the name of
    ///   another type in the test.
    public init?(_ recording: Recording, name: String, fixture: String? = nil, scene number: Int? = nil) {
        guard let scene = recording.scenes.first(where: { number == nil || $0.scene == number }) else { return nil }
        self.recording = recording
        self.name = name
        self.fixture = fixture ?? scene.name + "Fixture"
        self.scene = scene
        let types = [name, self.fixture, scene.name]
        guard types.allSatisfy(Self.isIdentifier), Self.keywords.isDisjoint(with: types),
            !types.dropFirst().contains(name), !Self.used.contains(name)
        else { return nil }
    }

    /// Words that cannot name a type.
    private static let keywords: Set<String> = [
        "Any", "Self", "_", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    /// Names of types that the text uses.
    private static let used: Set<String> = ["Data", "Decodable", "JSONDecoder", "MainActor", "String", "Suite", "Test"]

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isXIDStart || first == "_" else { return false }
        // Behind a dot, these two are no names.
        return name != "init" && name != "self" && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    /// The definition, with the types in which it is nested.
    private var definition: String {
        let names = scene.types?.state.split(separator: ".").dropFirst().dropLast().map(String.init) ?? []
        let isKnown = names.last == scene.name && names.allSatisfy(Self.isIdentifier)
        return isKnown ? names.joined(separator: ".") : scene.name
    }

    // MARK: Steps

    /// Actions that were executed from outside of the scene, and the answers and mutations until the next ones.
    private struct Step {
        var actions: [RecordedLine]
        var answers: [Answer] = []
        var mutations: [RecordedLine] = []
        var before: RecordedValue
        var after: RecordedValue
    }

    /// Actions of which one began while another one was running belong to one step, unless a recorded call was waiting: then
    /// it is known where the other one was.
    private var steps: [Step] {
        var steps: [Step] = []
        var running: Set<Int> = []
        var waiting: [RecordedLine] = []
        var state = scene.value ?? .null
        // The scenes of events, and those in which the causes of their causes have begun.
        var origins: [Int: (scene: Int, root: Int)] = [:]
        recording.forEachLine { line, states in
            let cause = line.cause.flatMap { origins[$0] }
            if let number = line.scene { origins[line.number] = (number, cause?.root ?? number) }
            if let ended = line.ended { running.remove(ended) }
            if let answer = Answer(line, removingCallFrom: &waiting), !steps.isEmpty {
                steps[steps.count - 1].answers.append(answer)
            }
            guard line.scene == scene.scene else { return }
            if line.kind == .call, !line.isSynchronous { waiting.append(line) }
            // What another scene does by itself does not happen in the test.
            let isForeign = cause.map { $0.scene != scene.scene && $0.root != scene.scene } ?? false
            if line.kind == .action, line.cause == nil || isForeign {
                if running.isEmpty || !waiting.isEmpty { steps.append(Step(actions: [], before: state, after: state)) }
                running.insert(line.number)
                steps[steps.count - 1].actions.append(line)
            }
            guard line.kind == .mutation, let states else { return }
            state = states.after
            guard !steps.isEmpty else { return }
            steps[steps.count - 1].mutations.append(line)
            steps[steps.count - 1].after = states.after
        }
        return steps
    }

    /// The text of the Swift file.
    public func text() -> String {
        var writer = self
        let body = writer.body().joined(separator: "\n")
        let module = scene.types.flatMap { $0.state.split(separator: ".").first }.map(String.init) ?? ""
        return """
            // swift-format-ignore-file
            import CIS
            import CISTesting
            \(writer.usesJSON ? "import Foundation\n" : "")import Testing
            \(Self.isIdentifier(module) ? "\n@testable import \(module)\n" : "")
            /// Made by cis-inspect from a recording of \(recording.header.program.inert).
            @MainActor @Suite struct \(name) {
                @Test func `the recorded run has the same effects`() async throws {
            \(body)
                    }
                }
            \(writer.usesJSON ? Self.decoding : "")}

            """
    }

    private static let decoding = """

            private func recorded<Value: Decodable>(_ json: String) throws -> Value {
                let decoder = JSONDecoder()
                decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
                return try decoder.decode(Value.self, from: Data(json.utf8))
            }

        """

    private mutating func body() -> [String] {
        var lines: [String] = []
        // The type is needed, because `when` also takes a text.
        let type = " as \(definition).Action"
        for step in steps {
            let actions = step.actions.map { expression($0).map { $0.hasPrefix("try ") ? $0 + type : $0 } }
            if let missing = zip(step.actions, actions).first(where: { $0.1 == nil })?.0 {
                lines.append("            // Not expressible: \((missing.value?.summary ?? missing.name).inert)")
                continue
            }
            let list = actions.compactMap { $0 }.joined(separator: ", ")
            lines.append("            await test.when(\(actions.count > 1 ? "inOrder: " : "")\(list))")
            lines += step.answers.flatMap { release($0) }.map { "            " + $0 }
            lines.append("            " + checks(of: step))
        }
        lines = script().map { "            " + $0 } + lines
        let isThrowing = lines.contains { $0.contains("try recorded(") }
        return given() + ["        \(isThrowing ? "try " : "")await given(\(fixture)(), state) { test in"] + lines
    }

    /// The state with which the recording begins.
    private mutating func given() -> [String] {
        let answers =
            calls.isEmpty
            ? "The answers of workers are not in the recording: script the doubles of the fixture here."
            : "The recorded answers of workers come in the recorded order, from a double as new-scene writes it."
        let head = ["        // \(answers)"]
        guard scene.opaque == nil else {
            return head + [
                "        // What the state was is not known, because it is not Codable.",
                "        let state = \(definition).State()",
            ]
        }
        let redaction = scene.value?.redactions.first { !$0.type.hasPrefix("Secret<") }?.path
        let notes = redaction.map { ["        // \($0.inert) was redacted: put a value in its place."] } ?? []
        return head + notes + ["        let state: \(definition).State = \(expression(json: scene.value ?? .null))"]
    }

    private mutating func checks(of step: Step) -> String {
        var parts: [String] = []
        for member in step.after.members where step.before[member.key] != member.value {
            guard Self.isIdentifier(member.key), scene.types?.fields[member.key].map(SceneTypes.hasLiterals) == true,
                let literal = Self.literal(member.value)
            else { continue }
            parts.append("\\.\(member.key) == \(literal)")
        }
        let mutations = step.mutations.map { expression($0) }
        if mutations.allSatisfy({ $0 != nil }) {
            parts.append("mutations: [\(mutations.compactMap { $0 }.joined(separator: ", "))]")
        }
        guard !parts.isEmpty else { return "// Its effects are not expressible." }
        return "test.then(\n                \(parts.joined(separator: ",\n                ")))"
    }

    // MARK: Expressions

    /// An action or a mutation as Swift: `.typed("a")`, or decoded from its JSON.
    mutating func expression(_ line: RecordedLine) -> String? {
        guard let value = line.value, value.redactions.isEmpty else { return nil }
        if let (name, payload) = value.enumCase, Self.isIdentifier(name), hasLiterals(line, name) {
            let list = payload.compactMap { part in Self.literal(part.value).flatMap { Self.argument(part.key, $0) } }
            if list.count == payload.count {
                return list.isEmpty ? ".\(name)" : ".\(name)(\(list.joined(separator: ", ")))"
            }
        }
        return line.opaque == nil ? expression(json: value) : nil
    }

    /// Whether the values of a case have literals. An answer is recorded with its case if they have.
    private func hasLiterals(_ line: RecordedLine, _ name: String) -> Bool {
        line.kind == .answer || scene.types?.literalCases?.contains("\(line.kind.rawValue).\(name)") ?? true
    }

    /// `_0` stands for a payload without a label.
    private static func argument(_ key: String, _ value: String) -> String? {
        if key.hasPrefix("_"), key.dropFirst().allSatisfy(\.isNumber) { return value }
        return isIdentifier(key) ? "\(key): \(value)" : nil
    }

    mutating func expression(json value: RecordedValue) -> String {
        usesJSON = true
        return "try recorded(\(Self.literal(text: value.json)))"
    }

    /// A literal for values whose type need not be known.
    static func literal(_ value: RecordedValue) -> String? {
        switch value {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .number(let digits): digits
        // Also a number of these names.
        case .text("inf"), .text("-inf"), .text("nan"): nil
        case .text(let text): literal(text: text)
        case .array(let elements):
            elements.map(literal).contains(nil) ? nil : "[\(elements.compactMap(literal).joined(separator: ", "))]"
        case .object: nil
        }
    }

    /// A literal in which no character can end it, or hide what follows.
    private static func literal(text: String) -> String {
        let parts = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case " "..."~": String(scalar)
            default: scalar.properties.isAlphabetic ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\"\(parts.joined())\""
    }
}
