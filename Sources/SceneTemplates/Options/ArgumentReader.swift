/// Removes known options from a list of arguments. What remains is unknown.
struct ArgumentReader {
    /// The remaining arguments.
    private(set) var rest: [String]
    private let verb: String
    /// The names of the options that were found.
    private(set) var taken: [String] = []

    init(_ arguments: [String], verb: String) {
        // `--target=T` is the same as `--target T`.
        rest = arguments.flatMap { argument in
            guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return [argument] }
            return [String(argument[..<equals]), String(argument[argument.index(after: equals)...])]
        }
        self.verb = verb
    }

    /// Returns whether the flag is given.
    mutating func flag(_ name: String) throws -> Bool {
        let places = rest.indices.filter { rest[$0] == name }
        guard let index = try only(places, name) else { return false }
        rest.remove(at: index)
        taken.append(name)
        return true
    }

    /// Returns the value of an option, or nil if the option is not given.
    mutating func value(_ name: String, _ placeholder: String) throws -> String? {
        try only(values(name, placeholder), name)
    }

    /// Returns the values of an option that may be repeated.
    mutating func values(_ name: String, _ placeholder: String) throws -> [String] {
        var found: [String] = []
        while let index = rest.firstIndex(of: name) {
            try require(
                index + 1 < rest.count && !rest[index + 1].isEmpty && !rest[index + 1].hasPrefix("-"),
                "\(name) needs a value.", remedy: "Write \(name) \(placeholder).")
            taken.append(name)
            found.append(rest[index + 1])
            rest.removeSubrange(index...index + 1)
        }
        return found
    }

    /// Returns the value of an option that has a fixed set of values.
    mutating func choice<Choice>(_ name: String, _ type: Choice.Type) throws -> Choice?
    where Choice: CaseIterable & RawRepresentable<String> {
        let all = Choice.allCases.map(\.rawValue).joined(separator: "|")
        guard let text = try value(name, all) else { return nil }
        let choice = try require(
            Choice(rawValue: text), "'\(text)' is not a value of \(name).", remedy: "Write \(name) \(all).")
        return choice
    }

    /// Returns the argument that is neither an option nor a value.
    mutating func positional() throws -> String? {
        if let unknown = rest.first(where: { $0.hasPrefix("-") }) {
            throw GeneratorError("\(unknown) is not an option of \(verb).", remedy: "See \(verb) --help.")
        }
        try require(
            rest.count <= 1, "\(verb) takes one name, not \(rest.count): \(rest.joined(separator: " ")).",
            remedy: "Run it once for each scene.")
        return rest.popLast()
    }

    private func only<Value>(_ found: [Value], _ name: String) throws -> Value? {
        try require(
            found.count <= 1, "\(name) is given \(found.count) times.", remedy: "Give it once.")
        return found.first
    }
}
