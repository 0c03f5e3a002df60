/// What the doubles of the fixture answer.
extension GeneratedTest {
    /// The answer to a call that waits.
    struct Answer {
        let call: RecordedLine
        let line: RecordedLine
        /// The place of the call among those of the same function that wait.
        let index: Int

        /// Returns `nil` for a line that answers none of the calls.
        init?(_ line: RecordedLine, removingCallFrom waiting: inout [RecordedLine]) {
            guard line.kind == .answer, let place = waiting.firstIndex(where: { $0.number == line.ended }) else {
                return nil
            }
            let call = waiting.remove(at: place)
            (self.line, self.call) = (line, call)
            index = waiting.prefix(place).count { $0.name == call.name }
        }
    }

    /// The recorded calls of the scene. A name that is no identifier is not that of a stub.
    var calls: [RecordedLine] {
        recording.lines.filter { $0.kind == .call && $0.scene == scene.scene && Self.isIdentifier($0.name) }
    }

    /// The calls of `async` functions wait; those of others are answered in the order in which they were made.
    mutating func script() -> [String] {
        var answers: [Int: RecordedLine] = [:]
        for line in recording.lines where line.kind == .answer { answers[line.ended ?? 0] = line }
        var lines: [String] = []
        for call in calls {
            guard call.isSynchronous else {
                let text = "test.worker.\(call.name)Stub.always(.wait)"
                if !lines.contains(text) { lines.append(text) }
                continue
            }
            guard let answer = answers[call.number] else { continue }
            let isVoid = answer.ending == "returned" && answer.value == nil
            if !isVoid { lines.append(line("answers", reply(answer), call)) }
        }
        return lines
    }

    /// The answer to a call that waits, and what follows. A call whose action is cancelled ends with it.
    mutating func release(_ answer: Answer) -> [String] {
        guard answer.line.ending != "cancelled", Self.isIdentifier(answer.call.name) else { return [] }
        let place = answer.index == 0 ? "" : ", at: \(answer.index)"
        let text = line("release", reply(answer.line).map { $0 + place }, answer.call)
        return text.hasPrefix("//") ? [text] : [text, "await test.settle()"]
    }

    private func line(_ function: String, _ reply: String?, _ call: RecordedLine) -> String {
        let stub = "test.worker.\(call.name)Stub.\(function)"
        let missing = "// Not expressible: the answer to call #\(call.number). Give it here: \(stub)(…)"
        return reply.map { "\(stub)(\($0))" } ?? missing
    }

    /// The reply of a stub. Returns `nil` if it is not expressible.
    private mutating func reply(_ answer: RecordedLine) -> String? {
        guard answer.ending != "cancelled", let value = answer.value else {
            return answer.ending == "returned" ? ".value(())" : nil
        }
        let isNil = value == .null && answer.type?.hasPrefix("Swift.Optional<") == true
        let isPlain = isNil || ["Swift.Int", "Swift.Bool", "Swift.String"].contains(answer.type)
        var text = isPlain ? Self.literal(value) : nil
        // A structure with one member looks like a case of an enum.
        if text == nil, value.redactions.isEmpty, !answer.name.isEmpty || answer.opaque == nil {
            text = answer.name.isEmpty ? expression(json: value) : expression(answer)
        }
        guard answer.ending == "threw" else { return text.map { ".value(\($0))" } }
        guard let text, let type = answer.type, let module = scene.types?.state.prefix(while: { $0 != "." }),
            type.hasPrefix(module + ".")
        else { return nil }
        let name = type.dropFirst(module.count + 1)
        guard name.split(separator: ".").allSatisfy({ Self.isIdentifier(String($0)) }) else { return nil }
        return ".error(\(text.hasPrefix(".") ? name + text : "\(text) as \(name)"))"
    }
}
