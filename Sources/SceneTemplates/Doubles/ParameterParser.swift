import Foundation

/// Reads the parameters of a requirement.
struct ParameterParser {
    let source: SourceText
    let function: String

    /// - Parameter reject: Creates the error for a token and its description.
    func parameters(_ range: Range<Int>, reject: (Int, String) -> GeneratorError) throws -> [Requirement.Parameter] {
        try split(range).map { try parameter($0, reject) }
    }

    /// Splits at the commas outside of all brackets, including angle brackets.
    private func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var angles = 0
        for index in source.surface(of: range) {
            switch source.tokens[index].text {
            case "<": angles += 1
            case ">" where !source.token(index - 1, is: "-"): angles -= 1
            case "," where angles == 0:
                parts.append(start..<index)
                start = index + 1
            default: break
            }
        }
        return start < range.upperBound ? parts + [start..<range.upperBound] : parts
    }

    private func parameter(
        _ range: Range<Int>, _ reject: (Int, String) -> GeneratorError
    ) throws -> Requirement.Parameter {
        guard let colon = source.surface(of: range).first(where: { source.token($0, is: ":") }),
            colon > range.lowerBound, colon - range.lowerBound <= 2, colon + 1 < range.upperBound
        else { throw reject(range.lowerBound, "a parameter of \(function)") }
        let names = source.tokens[range.lowerBound..<colon].map(\.text)
        guard let label = names.first, let name = names.last, name != "_", !name.hasPrefix("`") else {
            throw reject(range.lowerBound, "a parameter of \(function) without a name of its own")
        }
        try check(colon + 1..<range.upperBound, "\(function)(\(name))", reject)
        let type = collapsed(source.source(of: colon + 1..<range.upperBound))
        var kept = type
        if kept.hasPrefix("@escaping ") { kept = String(kept.dropFirst("@escaping ".count)) }
        kept = kept.replacingOccurrences(of: "@Sendable @escaping ", with: "@Sendable ")
        if kept.hasSuffix("...") { kept = "[\(kept.dropLast(3))]" }
        return Requirement.Parameter(
            declaration: names.joined(separator: " "), label: label, name: name, type: type, keptType: kept)
    }

    /// Checks that the type can be stored, because a double stores its arguments.
    private func check(_ range: Range<Int>, _ what: String, _ reject: (Int, String) -> GeneratorError) throws {
        let words = Set(range.map { source.tokens[$0].text })
        for word in [
            "inout", "borrowing", "consuming", "sending", "isolated", "some", "Self", "autoclosure", "repeat", "each",
        ]
        where words.contains(word) {
            throw reject(range.lowerBound, "`\(word)` in \(what): a double stores its arguments")
        }
        if words.contains("=") { throw reject(range.lowerBound, "a default value in \(what)") }
        let hasArrow = range.contains { source.token($0, is: "-") && source.token($0 + 1, is: ">") }
        guard hasArrow else { return }
        guard words.contains("Sendable") else {
            throw reject(range.lowerBound, "the closure \(what), which is not @Sendable")
        }
        let surface = source.surface(of: range)
        let isBare = surface.contains { source.token($0, is: "-") && source.token($0 + 1, is: ">") }
        if isBare, !words.contains("escaping") {
            throw reject(range.lowerBound, "the closure \(what), which is not @escaping and cannot be stored")
        }
    }
}
