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
            let changed = assignments(at: index).map { name, value in
                // A value after `await` is new.
                let old = value.prefix { !token($0, is: "await") }
                return (name, old.first(where: isReading) ?? old.compactMap { variable(at: $0, of: read) }.min())
            }
            for (name, place) in changed { read[name] = place }
            if stores.contains(tokens[index].text), let argument = executed(at: index) {
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

    /// Reads the assignment that begins here: `let name = value`, also in a condition, and `name = value`, also with
    /// tuples; and `swap(&name, &value)`.
    private func assignments(at index: Int) -> [(name: String, value: Range<Int>)] {
        if let (name, value) = assignment(at: index) { return [(name, value)] }
        let close = token(index, is: "(") && !isType(index) ? partner[index] : nil
        let tuple = close.map { assigned(at: equals(after: $0, declaredAt: index), to: $0) }
        let pairs = swapped(at: index) + (tuple ?? [])
        return pairs.compactMap { target, value in target.last.map { (tokens[$0].text, value) } }
    }

    private func assignment(at index: Int) -> (name: String, value: Range<Int>)? {
        guard isWord(index), !token(index - 1, is: ".") else { return nil }
        let equals = equals(after: index, declaredAt: index)
        guard token(equals, is: "="), !token(equals + 1, is: "=") else { return nil }
        let end = endOfValue(from: equals + 1, beforeBlock: isCondition(before: index - 1))
        return (tokens[index].text, equals + 1..<end)
    }

    /// Returns the token after a name or a tuple, and after its type if it is declared here.
    private func equals(after end: Int, declaredAt start: Int) -> Int {
        var equals = end + 1
        guard isDeclared(start) else { return equals }
        while equals < tokens.count, line(of: equals) == line(of: end), !token(equals, is: "=") { equals += 1 }
        return equals
    }

    private func isDeclared(_ index: Int) -> Bool { token(index - 1, is: "let") || token(index - 1, is: "var") }

    /// Whether this is the type of what is declared before it: `let (a, b): (Int, Int)`.
    private func isType(_ index: Int) -> Bool {
        token(index - 1, is: ":") && isDeclared(token(index - 2, is: ")") ? partner[index - 2] ?? index : index - 2)
    }

    private func isCondition(before keyword: Int) -> Bool {
        ["if", "guard", "while", "case", ","].contains { token(keyword - 1, is: $0) }
    }

    /// Returns what `=` assigns to what. `(a, b) = (c, d)` assigns `c` to `a`, and `d` to `b`.
    ///
    /// - Parameter last: The last token of what is assigned to. If it is `nil`, the token before `=`.
    private func assigned(at equals: Int, to last: Int? = nil) -> [(target: Range<Int>, value: Range<Int>)] {
        guard token(equals, is: "="), !token(equals + 1, is: "=") else { return [] }
        let last = last ?? equals - 1
        if token(last, is: ")"), let open = partner[last] {
            let isDeclaring = isDeclared(open)
            // Otherwise it may be the pattern of a `case`.
            guard isDeclaring || !isWord(open - 1) || line(of: open - 1) < line(of: open) else { return [] }
            let end = endOfValue(from: equals + 1, beforeBlock: isDeclaring && isCondition(before: open - 1))
            let targets = elements(of: open..<last + 1)
            let values = partner[equals + 1] == end - 1 ? elements(of: equals + 1..<end) : []
            return targets.enumerated().map { ($1, values.count == targets.count ? values[$0] : equals + 1..<end) }
        }
        guard isWord(equals - 1) || token(equals - 1, is: "]") else { return [] }
        let start = (0..<equals).last { line(of: $0) < line(of: equals) || token($0, is: ":") } ?? -1
        return [(start + 1..<equals, equals + 1..<endOfValue(from: equals + 1, beforeBlock: false))]
    }

    /// Returns what `swap(&a, &b)` assigns to what, if it begins here.
    private func swapped(at index: Int) -> [(target: Range<Int>, value: Range<Int>)] {
        guard token(index, is: "swap"), !token(index - 1, is: "."), token(index + 1, is: "("),
            let close = partner[index + 1]
        else { return [] }
        let both = elements(of: index + 1..<close + 1)
        return both.count == 2 ? [(both[0], both[1]), (both[1], both[0])] : []
    }

    /// Returns the elements of a tuple, or the arguments of a call. The range begins and ends with a parenthesis.
    private func elements(of tuple: Range<Int>) -> [Range<Int>] {
        let inside = tuple.dropFirst().dropLast()
        let commas = surface(of: inside.startIndex..<inside.endIndex).filter { token($0, is: ",") }
        return zip([tuple.lowerBound] + commas, commas + [tuple.upperBound - 1]).map { $0 + 1..<$1 }
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
        func isNew(_ value: Range<Int>, with names: Set<String>) -> Bool {
            value.contains { names.contains(tokens[$0].text) && !token($0 - 1, is: ".") }
                && !value.contains { token($0, is: "domainState") }
        }
        func isOfDomainState(_ index: Int) -> Bool {
            branch.body.contains { line(of: $0) == line(of: index) && token($0, is: "domainState") }
        }
        // Only a variable can be swapped. A variable that is assigned may contain the old value by then.
        var swappable = bound
        for index in branch.body where token(index - 1, is: "var") {
            if let (name, value) = assignment(at: index), isNew(value, with: swappable) { swappable.insert(name) }
        }
        let empties = branch.body.contains {
            token($0, is: "removeAll") && token($0 + 1, is: "(") && !token($0 + 2, is: "where") && isOfDomainState($0)
        }
        return branch.body.contains { index in
            let isReplacing =
                Self.replacing.contains(tokens[index].text) || (empties && token(index, is: "append"))
            if isReplacing, token(index - 1, is: "."), token(index + 1, is: "("), let close = partner[index + 1] {
                let receiver = branch.body.prefix(upTo: index).reversed().prefix { line(of: $0) == line(of: index) }
                return receiver.contains { token($0, is: "domainState") } && isNew(index + 2..<close, with: bound)
            }
            let changes = assigned(at: index).map { ($0, bound) } + swapped(at: index).map { ($0, swappable) }
            return changes.contains { change, names in
                change.target.contains { token($0, is: "domainState") } && isNew(change.value, with: names)
            }
        }
    }

    /// Functions of lists, stacks, arrays, sets and dictionaries that put a value in place of others.
    private static let replacing: Set<String> = [
        "present", "replace", "replaceAll", "replaceSubrange", "replaceTop", "show", "update", "updateOrAppend",
        "updateValue",
    ]
}
