enum SessionHelp {
    static var text: String {
        let width = SessionVerb.allCases.map(\.usage.count).max() ?? 0
        return SessionVerb.allCases
            .map { verb in
                let padding = String(repeating: " ", count: width - verb.usage.count)
                let label = verb.label.map { "[\($0)] " } ?? ""
                return "  \(verb.usage)\(padding)  \(label)\(verb.summary)"
            }
            .joined(separator: "\n")
    }
}
