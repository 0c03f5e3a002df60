/// Finds lost updates: an interactor reads the domain state into a variable, awaits, and then executes a mutation that
/// replaces newer domain state with the old value.
///
/// It checks one function at a time. It accepts values that a worker returned, mutations that add or remove, values
/// that are read again after the `await`, and mutations with `basedOn:`.
extension SceneLint {
    func staleWrites(_ scene: ScannedPackage.Scene) -> [Finding] {
        let replacing = replacingMutations(of: scene)
        guard !replacing.isEmpty else { return [] }
        return scene.part("Interactor").flatMap { part in
            let stores = scene.stores(in: part)
            return part.functions.flatMap { function in
                part.source.staleWrites(in: function.body, stores, replacing).map { token, name in
                    part.source.finding(
                        .staleWrite, at: token,
                        "\(part.name).\(function.name) writes back \(name), which was read before an await. Read the "
                            + "domain state again after it, execute a mutation with only the change, or pass `basedOn:`."
                    )
                }
            }
        }
    }

    /// Returns the mutations that put their value in place of a part of the domain state: `state.domainState.items = items`,
    /// `state.domainState.rows.replaceAll(with: items)`.
    private func replacingMutations(of scene: ScannedPackage.Scene) -> Set<String> {
        let functions = scene.part("Store").flatMap(\.functions).filter { $0.name == "mutate" }
        let names = functions.flatMap { function in
            (function.firstSwitch?.cases ?? []).filter(function.source.replacesDomainState).flatMap(\.names)
        }
        return Set(names)
    }
}

extension SourceText {
    /// Reads a function from its beginning to its end, and keeps where each variable was read from the domain state.
    fileprivate func staleWrites(
        in body: Range<Int>, _ stores: Set<String>, _ replacing: Set<String>
    ) -> [(token: Int, name: String)] {
        func isReading(_ index: Int) -> Bool {
            stores.contains(tokens[index].text) && token(index + 1, is: ".")
                && (token(index + 2, is: "domainState") || token(index + 2, is: "domainSnapshot"))
        }
        var read: [String: Int] = [:]
        var found: [(Int, String)] = []
        for index in body {
            if let (name, value) = assignment(at: index) {
                // A value after `await` is new.
                let old = value.prefix { !token($0, is: "await") }
                read[name] = old.first(where: isReading) ?? old.compactMap { variable(at: $0, of: read) }.min()
            } else if stores.contains(tokens[index].text), let argument = executed(at: index) {
                guard !argument.contains(where: { token($0, is: "basedOn") }),
                    argument.contains(where: { token($0 - 1, is: ".") && replacing.contains(tokens[$0].text) }),
                    let wait = body.prefix(upTo: argument.upperBound).last(where: { token($0, is: "await") }),
                    !(wait..<argument.upperBound).contains(where: isReading)
                else { continue }
                let old = argument.prefix { !token($0, is: "await") }
                let stale = old.first { token in variable(at: token, of: read).map { $0 < wait } ?? false }
                if let stale { found.append((index, tokens[stale].text)) }
            }
        }
        return found
    }

    /// Reads `let name = value`, also in a condition, and `name = value`.
    fileprivate func assignment(at index: Int) -> (name: String, value: Range<Int>)? {
        guard isWord(index), !token(index - 1, is: ".") else { return nil }
        var equals = index + 1
        if token(index - 1, is: "let") || token(index - 1, is: "var") {
            // Skips the type.
            while equals < tokens.count, line(of: equals) == line(of: index), !token(equals, is: "=") { equals += 1 }
        }
        guard token(equals, is: "="), !token(equals + 1, is: "=") else { return nil }
        let isCondition = ["if", "guard", "while", ","].contains { token(index - 2, is: $0) }
        return (tokens[index].text, equals + 1..<endOfValue(from: equals + 1, beforeBlock: isCondition))
    }

    /// Returns the end of an expression: the end of a line that is not continued, a comma, `else`, or a closing
    /// bracket.
    fileprivate func endOfValue(from start: Int, beforeBlock: Bool) -> Int {
        let ends: Set<String> = [",", ";", "else", ")", "]", "}"]
        let signs: Set<String> = ["+", "-", "*", "/", "?", ":", "&", "|", "<", ">", "=", ".", "!", "%"]
        var previous = start - 1
        for index in surface(of: start..<tokens.count) {
            defer { previous = index }
            if partner[previous] == index { continue }
            let isContinued = [previous, index].contains { signs.contains(tokens[$0].text) }
            if line(of: index) != line(of: previous), !isContinued { return index }
            if ends.contains(tokens[index].text) || (beforeBlock && token(index, is: "{")) { return index }
        }
        return tokens.count
    }

    /// Returns where the variable at this token was read, if it is one of these.
    fileprivate func variable(at index: Int, of read: [String: Int]) -> Int? {
        token(index - 1, is: ".") || token(index + 1, is: ":") ? nil : read[tokens[index].text]
    }

    /// Returns whether a case of `mutate` assigns its associated value to the domain state, passes it to a function that
    /// replaces, or appends it to what it has emptied, without reading the old value.
    fileprivate func replacesDomainState(_ branch: Switch.Case) -> Bool {
        let pattern = (branch.start..<branch.body.lowerBound).filter { isWord($0) && !token($0 - 1, is: ".") }
        let bound = Set(pattern.map { tokens[$0].text }).subtracting(["case", "let", "var", "where", "_"])
        func isBound(_ index: Int) -> Bool { bound.contains(tokens[index].text) && !token(index - 1, is: ".") }
        func isOfDomainState(_ index: Int) -> Bool {
            branch.body.contains { line(of: $0) == line(of: index) && token($0, is: "domainState") }
        }
        let empties = branch.body.contains {
            token($0, is: "removeAll") && token($0 + 1, is: "(") && !token($0 + 2, is: "where") && isOfDomainState($0)
        }
        return branch.body.contains { index in
            let isReplacing =
                Self.replacing.contains(tokens[index].text) || (empties && token(index, is: "append"))
            if isReplacing, token(index - 1, is: "."), token(index + 1, is: "("), let close = partner[index + 1] {
                let receiver = branch.body.prefix(upTo: index).reversed().prefix { line(of: $0) == line(of: index) }
                let value = index + 2..<close
                return receiver.contains { token($0, is: "domainState") } && value.contains(where: isBound)
                    && !value.contains { token($0, is: "domainState") }
            }
            guard token(index, is: "="), !token(index + 1, is: "="), isWord(index - 1) || token(index - 1, is: "]")
            else { return false }
            let target = branch.body.prefix(upTo: index).reversed().prefix {
                line(of: $0) == line(of: index) && !token($0, is: ":")
            }
            let value = index + 1..<endOfValue(from: index + 1, beforeBlock: false)
            return target.contains { token($0, is: "domainState") } && !value.contains { token($0, is: "domainState") }
                && value.contains(where: isBound)
        }
    }

    /// Functions of lists, stacks, arrays, sets and dictionaries that put a value in place of others.
    private static let replacing: Set<String> = [
        "present", "replace", "replaceAll", "replaceSubrange", "replaceTop", "show", "update", "updateOrAppend",
        "updateValue",
    ]
}
