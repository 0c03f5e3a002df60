/// One line of a session, understood but not yet followed.
struct SessionCommand: Equatable {
    let verb: SessionVerb
    /// A path without its quotes, or words as they were typed; empty if there is none.
    let argument: String

    init(_ verb: SessionVerb, _ argument: String = "") {
        self.verb = verb
        self.argument = argument
    }

    /// - Parameters:
    ///   - line: not blank.
    ///   - home: what `~/` stands for.
    init(parsing line: String, home: String?) throws(UsageError) {
        let line = line.drop(while: \.isWhitespace)
        guard let (verb, rest) = Self.verb(in: line) else {
            let word = line.prefix { !$0.isWhitespace }
            throw UsageError("Unknown command “\(word)”. Type “help” to see the commands.")
        }
        switch verb.argument {
        case .words:
            self.init(verb, String(rest.dropFirst()))  // one blank separates; further ones are part of the text
        case .none:
            guard rest.allSatisfy(\.isWhitespace) else {
                throw UsageError("“\(verb.rawValue)” takes nothing after it. Type just “\(verb.rawValue)”.")
            }
            self.init(verb)
        case .file, .optionalFile:
            let path = Self.path(rest, home: home)
            guard !path.isEmpty || verb.argument == .optionalFile else {
                throw UsageError("“\(verb.rawValue)” needs a file. Type “\(verb.usage)”, with the path of an image.")
            }
            self.init(verb, path)
        }
    }

    /// The word or the label that the line begins with, and what follows it.
    private static func verb(in line: Substring) -> (SessionVerb, Substring)? {
        for verb in SessionVerb.allCases {
            for name in [verb.rawValue, verb.label].compactMap({ $0 }) {
                let rest = line.dropFirst(name.count)
                let isName = line.dropLast(rest.count).lowercased() == name
                if isName, rest.first?.isWhitespace ?? true { return (verb, rest) }
            }
        }
        return nil
    }

    /// A path runs to the end of the line, so blanks in it need no quotes; quotes around it all are taken off.
    private static func path(_ rest: Substring, home: String?) -> String {
        var path = rest.drop(while: \.isWhitespace)
        while path.last?.isWhitespace == true { path.removeLast() }
        if path.count >= 2, let quote = path.first, "\"'".contains(quote), path.last == quote {
            return String(path.dropFirst().dropLast())
        }
        if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
        return String(path)
    }
}
