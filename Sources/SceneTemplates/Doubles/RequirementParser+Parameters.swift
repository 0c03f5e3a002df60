import Foundation

/// Reads the parameters of a requirement.
extension RequirementParser {
    func parameters(_ range: Range<Int>, of function: String) throws -> [Requirement.Parameter] {
        let commas = source.outside(of: range).filter { source.token($0, is: ",") }
        var ranges = zip([range.lowerBound] + commas.map { $0 + 1 }, commas + [range.upperBound]).map { $0..<$1 }
        // There are no parameters, or the last one has a comma behind it.
        if ranges.last?.isEmpty == true { ranges.removeLast() }
        return try ranges.map { try parameter($0, of: function) }
    }

    private func parameter(_ range: Range<Int>, of function: String) throws -> Requirement.Parameter {
        guard let colon = source.surface(of: range).first(where: { source.token($0, is: ":") }),
            colon > range.lowerBound, colon - range.lowerBound <= 2, colon + 1 < range.upperBound
        else { throw misunderstood(range.lowerBound, "a parameter of \(function)") }
        let names = source.tokens[range.lowerBound..<colon].map(\.text)
        guard let label = names.first, let name = names.last, name != "_", !name.hasPrefix("`") else {
            throw misunderstood(range.lowerBound, "a parameter of \(function) without a name of its own")
        }
        try checkStorable(colon + 1..<range.upperBound, "\(function)(\(name))")
        let type = collapsed(source.source(of: colon + 1..<range.upperBound))
        var kept = type
        if kept.hasPrefix("@escaping ") { kept = String(kept.dropFirst("@escaping ".count)) }
        kept = kept.replacingOccurrences(of: "@Sendable @escaping ", with: "@Sendable ")
        if kept.hasSuffix("...") { kept = "[\(kept.dropLast(3))]" }
        return Requirement.Parameter(
            declaration: names.joined(separator: " "), label: label, name: name, type: type, keptType: kept)
    }

    /// Checks that the type can be stored, because a double stores its arguments.
    private func checkStorable(_ range: Range<Int>, _ what: String) throws {
        let words = source.words(range)
        let refused = [
            "inout", "borrowing", "consuming", "sending", "isolated", "some", "Self", "autoclosure", "repeat", "each",
        ]
        if let word = refused.first(where: words.contains) {
            throw misunderstood(range.lowerBound, "`\(word)` in \(what): a double stores its arguments")
        }
        if words.contains("=") { throw misunderstood(range.lowerBound, "a default value in \(what)") }
        func isArrow(_ index: Int) -> Bool { source.token(index, is: "-") && source.token(index + 1, is: ">") }
        guard range.contains(where: isArrow) else { return }
        guard words.contains("Sendable") else {
            throw misunderstood(range.lowerBound, "the closure \(what), which is not @Sendable")
        }
        if source.surface(of: range).contains(where: isArrow), !words.contains("escaping") {
            throw misunderstood(
                range.lowerBound, "the closure \(what), which is not @escaping and cannot be stored")
        }
    }
}
