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

    /// Returns the mutations that put a value in place of a part of the domain state: `state.domainState.items = items`,
    /// `state.domainState.rows.replaceAll(with: items)`; and which of their values. Another one may be a key.
    private func replacingMutations(of scene: ScannedPackage.Scene) -> [String: [Bool]] {
        var found: [String: [Bool]] = [:]
        for function in scene.part("Store").flatMap(\.functions) where function.name == "mutate" {
            for branch in function.firstSwitch?.cases ?? [] {
                let replacing = function.source.replacingValues(of: branch)
                guard !replacing.isEmpty else { continue }
                for (name, values) in function.source.mutations(of: branch, replacing) {
                    // Another branch of the same mutation, with a condition, may replace more.
                    found[name] = found[name].map { known in zip(known, values).map { $0 || $1 } } ?? values
                }
            }
        }
        return found
    }
}

extension SourceText {
    /// Reads a function from its beginning to its end, and keeps where each variable was read from the domain state.
    fileprivate func staleWrites(
        in body: Range<Int>, _ stores: Set<String>, _ replacing: [String: [Bool]]
    ) -> [(token: Int, name: String)] {
        func isReading(_ index: Int) -> Bool {
            stores.contains(tokens[index].text) && token(index + 1, is: ".")
                && (token(index + 2, is: "domainState") || token(index + 2, is: "domainSnapshot"))
        }
        var read: [String: Int] = [:]
        /// What the names meant before a switch that binds them, by its closing brace.
        var outside: [Int: [(name: String, place: Int?)]] = [:]
        var found: [(Int, String)] = []
        func place(of value: Range<Int>) -> Int? {
            // A value after `await` is new.
            let old = value.prefix { !token($0, is: "await") }
            return old.first(where: isReading) ?? old.compactMap { variable(at: $0, of: read) }.min()
        }
        for index in body {
            for (name, place) in outside[index] ?? [] { read[name] = place }
            let changed = assignments(at: index).map { name, value in (name, place(of: value)) }
            for (name, place) in changed { read[name] = place }
            if let (subject, open, close) = switched(at: index, in: body), let known = place(of: subject) {
                let names = switchCases(in: open + 1..<close).flatMap { boundNames(in: $0) }
                outside[close] = names.map { ($0, read[$0]) }
                for name in names { read[name] = known }
            }
            if stores.contains(tokens[index].text), let argument = executed(at: index) {
                guard !argument.contains(where: { token($0, is: "basedOn") }),
                    argument.contains(where: { token($0 - 1, is: ".") && replacing[tokens[$0].text] != nil }),
                    let wait = body.prefix(upTo: argument.upperBound).last(where: { token($0, is: "await") }),
                    !(wait..<argument.upperBound).contains(where: isReading)
                else { continue }
                let others = argument.flatMap { otherValues(at: $0, replacing) }
                let old = argument.prefix { !token($0, is: "await") }
                let stale = old.first { token in
                    !others.contains { $0.contains(token) }
                        && variable(at: token, of: read).map { $0 < wait } ?? false
                }
                if let stale { found.append((index, tokens[stale].text)) }
            }
        }
        return found
    }

    /// Reads the assignment that begins here: `let name = value`, also in a condition, and `name = value`, also with
    /// tuples; `swap(&name, &value)`; and what a pattern binds.
    private func assignments(at index: Int) -> [(name: String, value: Range<Int>)] {
        if let (name, value) = assignment(at: index) { return [(name, value)] }
        if let (names, value) = boundNames(at: index) { return names.map { ($0, value) } }
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

    func isCondition(before keyword: Int) -> Bool {
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
        let end = endOfValue(from: equals + 1, beforeBlock: false)
        return [(startOfExpression(before: equals)..<equals, equals + 1..<end)]
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
    func endOfValue(from start: Int, beforeBlock: Bool) -> Int {
        let ends: Set<String> = [",", ";", "else", ")", "]", "}"]
        let signs: Set<String> = ["+", "-", "*", "/", "?", ":", "&", "|", "<", ">", "=", ".", "!", "%"]
        var previous = start - 1
        for index in surface(of: start..<tokens.count) {
            defer { previous = index }
            if partner[previous] == index { continue }
            let sides = [index, isBeforeText(previous) ? index : previous]
            let isContinued = sides.contains { signs.contains(tokens[$0].text) }
            if line(of: index) != line(of: previous), !isContinued { return index }
            if ends.contains(tokens[index].text) || (beforeBlock && token(index, is: "{")) { return index }
        }
        return tokens.count
    }

    /// Whether the line of a token goes on with a text, which is no token.
    private func isBeforeText(_ index: Int) -> Bool {
        bytes[tokens[index].range.upperBound...].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "\""))
    }

    /// Returns where the variable at this token was read, if it is one of these.
    fileprivate func variable(at index: Int, of read: [String: Int]) -> Int? {
        token(index - 1, is: ".") || token(index + 1, is: ":") ? nil : read[tokens[index].text]
    }

    /// Returns the mutations of a case of `mutate`, and for each associated value whether it is one of these.
    fileprivate func mutations(of branch: Switch.Case, _ replacing: Set<String>) -> [(name: String, values: [Bool])] {
        surface(of: branch.start..<branch.body.lowerBound).compactMap { index -> (name: String, values: [Bool])? in
            guard token(index - 1, is: "."), token(index + 1, is: "("), let close = partner[index + 1] else {
                return nil
            }
            let values = elements(of: index + 1..<close + 1)
            return (tokens[index].text, values.map { value in value.contains { replacing.contains(tokens[$0].text) } })
        }
    }

    /// Returns the values of a mutation that is made here that it does not put in place of others.
    private func otherValues(at index: Int, _ replacing: [String: [Bool]]) -> [Range<Int>] {
        guard token(index - 1, is: "."), let isReplacing = replacing[tokens[index].text], token(index + 1, is: "("),
            let close = partner[index + 1]
        else { return [] }
        let values = elements(of: index + 1..<close + 1)
        return values.count == isReplacing.count ? values.indices.filter { !isReplacing[$0] }.map { values[$0] } : []
    }

    /// Returns the associated values that a case of `mutate` assigns to the domain state, passes to a function that
    /// replaces, or appends to what it has emptied, without reading the old value.
    fileprivate func replacingValues(of branch: Switch.Case) -> Set<String> {
        let pattern = (branch.start..<branch.body.lowerBound).filter { isWord($0) && !token($0 - 1, is: ".") }
        let bound = Set(pattern.map { tokens[$0].text }).subtracting(["case", "let", "var", "where", "_"])
        func origins(of value: Range<Int>, in variables: [String: Set<String>]) -> Set<String> {
            if value.contains(where: { token($0, is: "domainState") }) { return [] }
            let words = value.filter { !token($0 - 1, is: ".") }
            return words.reduce(into: Set<String>()) { $0.formUnion(variables[tokens[$1].text] ?? []) }
        }
        func isOfDomainState(_ index: Int) -> Bool {
            (startOfExpression(before: index)..<index).contains { token($0, is: "domainState") }
        }
        var values: [String: Set<String>] = [:]
        for name in bound { values[name] = [name] }
        // What a loop takes out of a value is a part of it.
        for (names, value) in branch.body.compactMap({ boundNames(at: $0) }) {
            let used = origins(of: value, in: values)
            if !used.isEmpty { for name in names { values[name] = used } }
        }
        // Only a variable can be swapped. A variable that is assigned may contain the old value by then.
        var swappable = values
        for index in branch.body where token(index - 1, is: "var") {
            guard let (name, value) = assignment(at: index) else { continue }
            let used = origins(of: value, in: swappable)
            if !used.isEmpty { swappable[name] = used }
        }
        func receiver(before end: Int) -> String {
            (startOfExpression(before: end)..<end).map { tokens[$0].text }.joined()
        }
        let emptied = branch.body.compactMap { index -> String? in
            if token(index, is: "="), token(index + 1, is: "["), token(index + 2, is: "]") {
                return receiver(before: index) + "."
            }
            let isCall = token(index, is: "removeAll") && token(index + 1, is: "(")
            return isCall && !token(index + 2, is: "where") ? receiver(before: index) : nil
        }
        var found: Set<String> = []
        for index in branch.body {
            let appends = token(index, is: "append") && emptied.contains(receiver(before: index))
            for value in replacements(at: index, appends) where isOfDomainState(index) {
                found.formUnion(origins(of: value, in: values))
            }
            let changes = assigned(at: index).map { ($0, values) } + swapped(at: index).map { ($0, swappable) }
            for (change, variables) in changes where change.target.contains(where: { token($0, is: "domainState") }) {
                found.formUnion(origins(of: change.value, in: variables))
            }
        }
        return found
    }

    /// Returns what a function that is called here puts in place of others: its argument `with:`, or the first one, or
    /// what the closure of `update` assigns. The others are keys and ranges.
    private func replacements(at index: Int, _ appends: Bool) -> [Range<Int>] {
        guard Self.replacing.contains(tokens[index].text) || appends,
            token(index - 1, is: "."), token(index + 1, is: "("), let close = partner[index + 1]
        else { return [] }
        let arguments = elements(of: index + 1..<close + 1)
        if let value = arguments.first(where: { token($0.lowerBound, is: "with") }) { return [value] }
        guard token(index, is: "update") else { return Array(arguments.prefix(1)) }
        guard token(close + 1, is: "{"), let end = partner[close + 1] else { return [] }
        return (close + 2..<end).flatMap { assigned(at: $0) }.compactMap { target, value in
            // `$0.count = $0.count + count` is computed from the old value.
            value.contains { token($0, is: tokens[target.lowerBound].text) } ? nil : value
        }
    }

    /// Returns the beginning of an expression, also on the lines before, if this one continues it with a dot.
    private func startOfExpression(before end: Int) -> Int {
        var start = end
        while start > 0, line(of: start - 1) == line(of: start) || token(start, is: "."),
            ![":", "{", ";"].contains(where: { token(start - 1, is: $0) })
        {
            start = min(partner[start - 1] ?? start - 1, start - 1)
        }
        return start
    }

    /// Functions of lists, stacks, arrays, sets and dictionaries that put a value in place of others.
    private static let replacing: Set<String> = [
        "present", "replace", "replaceAll", "replaceSubrange", "replaceTop", "show", "update", "updateOrAppend",
        "updateValue",
    ]
}
