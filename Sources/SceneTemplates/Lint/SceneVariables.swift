/// The variables with scenes at one place in the source.
struct SceneVariables {
    /// The scenes.
    var scenes: Set<String> = []
    /// The scene that is assembled, its parts, and its parent.
    var kept: Set<String> = []
    /// Whether `self` is an object.
    var isInObject = false
    /// Those of `kept` that cannot be held weakly: structures, tuples, arrays and dictionaries that hold a scene.
    private(set) var values: Set<String> = []
    /// The objects that can hold a scene, and those of their properties that can, as in `KnownTypes`.
    private var holders: [String: [String: String]] = [:]
    /// The definitions of scenes and the types of parts, where they are known.
    private var types: [String: String] = [:]
    /// What the innermost function returns, if that is the scene that it assembles.
    private var returned: String?
    /// Those of `kept` that a closure holds weakly.
    private var weak: Set<String> = []
    private let source: SourceText
    private let known: SceneLint.KnownTypes

    init(
        at place: Int, of source: SourceText, _ registrations: [Registration], _ known: SceneLint.KnownTypes
    ) {
        self.source = source
        self.known = known
        let braces = source.enclosingBraces(of: place)
        for (brace, end) in zip(braces, braces.dropFirst() + [place]) {
            if let type = source.type(at: brace) {
                enter(type: type)
                continue
            }
            returned = nil
            if let function = source.function(at: brace) {
                enter(function: function)
            } else if let parameters = source.parametersOfInitializer(before: brace) {
                scenes.formUnion(source.scenes(in: parameters).map(\.name))
            } else {
                let call = registrations.first { $0.closures.contains(brace) }
                let isCalledWithScene = call.map { Registration.passingTheScene.contains($0.name) } ?? false
                enter(closure: source.closure(at: brace), isCalledWithScene: isCalledWithScene)
            }
            for index in source.surface(of: brace + 1..<end) { declare(index) }
            // Also what is assigned after the registration.
            for index in source.surface(of: brace + 1..<(source.partner[brace] ?? end)) { assign(index) }
        }
    }

    /// Reads the properties of a type. In closures they are preceded by `self`.
    private mutating func enter(type: Declaration) {
        isInObject = known.classes.contains(type.name)
        let all = source.declarations(["actor", "class", "struct", "extension"]).filter { $0.name == type.name }
        for index in all.flatMap({ source.surface(of: $0.body) }) { declare(index) }
        kept = []
    }

    private mutating func enter(function: Declaration) {
        let parameters = source.scenes(in: function.heading)
        scenes.formUnion(parameters.map(\.name))
        if !function.modifiers.isDisjoint(with: ["static", "class"]) { isInObject = false }
        // The parent of the scene that it assembles. Another scene may be kept.
        guard let assembled = source.sceneReturned(by: function) else { return }
        let parents = parameters.filter { name, scene in
            name == "parent" || known.children[scene]?.contains(assembled) == true
        }
        kept.formUnion(parents.map(\.name))
        for (name, definition) in parents { types[name] = definition }
        let last = source.surface(of: function.body).last { source.token($0 - 1, is: "return") }
        if let last, source.isWord(last), last + 1 == function.body.upperBound {
            returned = source.tokens[last].text
            hold(source.tokens[last].text)
        }
    }

    private mutating func enter(closure: Closure, isCalledWithScene: Bool) {
        for capture in closure.captures where capture.isWeak && kept.contains(capture.name) {
            kept.remove(capture.name)
            weak.insert(capture.name)
        }
        for name in closure.parameters { forget(name) }
        if isCalledWithScene, let scene = closure.parameters.first, scene != "_" { hold(scene) }
    }

    private mutating func hold(_ name: String) {
        scenes.insert(name)
        kept.insert(name)
    }

    private mutating func forget(_ name: String) {
        holders[name] = nil
        types[name] = nil
        values.remove(name)
        scenes.remove(name)
        kept.remove(name)
        weak.remove(name)
    }

    /// Reads `let name = value` and `let name: Type`, if a declaration begins here.
    private mutating func declare(_ index: Int) {
        guard source.token(index, is: "let") || source.token(index, is: "var"), source.isWord(index + 1) else { return }
        let name = source.tokens[index + 1].text
        let wasWeak = weak.contains(name)
        let value = source.token(index + 2, is: "=") ? index + 3 : index + 2
        let first = source.tokens.indices.contains(value) ? source.tokens[value].text : ""
        let isScene = first == "SceneRuntime" || (first == ":" && source.token(value + 1, is: "SceneRuntime"))
        let isAssembled = source.token(value + 1, is: ".") && source.token(value + 2, is: "assemble")
        let isAdded = scenes.contains(first) && source.token(value + 1, is: ".") && source.token(value + 2, is: "add")
        let isAlias = source.token(index + 2, is: "=") && !source.token(value + 1, is: ".")
        let (aliased, aliasedScene) = (isAlias && kept.contains(first), isAlias && scenes.contains(first))
        let isNamed = isScene || isAssembled || known.parts.contains(first)
        let isValue = isAlias && values.contains(first)
        let made = startOfValue(of: index + 1)
        let properties = made.flatMap { source.token($0 + 1, is: "(") ? known.holders[source.tokens[$0].text] : nil }
        let isObject = properties != nil && made.map { known.classes.contains(source.tokens[$0].text) } == true
        let type = isNamed ? source.sceneType(at: first == ":" ? value + 1 : value) : isAlias ? types[first] : nil
        forget(name)
        types[name] = type
        if source.token(index - 1, is: "weak") {
            scenes.insert(name)
        } else if isScene || aliased || (wasWeak && (value == index + 2 || first == name)) {
            hold(name)
        } else if isAssembled || isAdded || aliasedScene {
            scenes.insert(name)
        } else if known.parts.contains(first) {
            kept.insert(name)
        } else if holdsKept(made) {
            kept.insert(name)
            if !isObject { values.insert(name) }
        }
        if isObject { holders[name] = properties }
        if isValue { values.insert(name) }
        if name == returned { hold(name) }
    }

    /// Reads `object.property = scene`, if it begins here.
    private mutating func assign(_ index: Int) {
        guard let properties = holders[source.tokens[index].text], source.token(index + 1, is: "."),
            source.isWord(index + 2), let type = properties[source.tokens[index + 2].text],
            source.token(index + 3, is: "="), type == "->" ? usesKept(index + 4) : isKept(index + 4)
        else { return }
        kept.insert(source.tokens[index].text)
    }

    /// Returns the token after the `=` of a declaration.
    private func startOfValue(of name: Int) -> Int? {
        var index = name + 1
        while source.tokens.indices.contains(index + 1), source.line(of: index) == source.line(of: name) {
            if source.token(index, is: "=") { return index + 1 }
            guard ![",", ")", "]", "}"].contains(source.tokens[index].text) else { return nil }
            index = (source.partner[index] ?? index) + 1
        }
        return nil
    }

    /// Whether a value holds something that is kept: an array, a dictionary or a tuple with it, or an object or a
    /// structure that is made with it.
    private func holdsKept(_ index: Int?) -> Bool {
        guard let index else { return false }
        let properties = known.holders[source.tokens[index].text]
        let open = properties == nil ? index : index + 1
        guard source.token(open, is: "(") || (properties == nil && source.token(open, is: "[")),
            let close = source.partner[open], isEnd(close + 1, of: close)
        else { return false }
        return source.surface(of: open + 1..<close).contains { index in
            guard let properties else { return isKept(index) || (!source.isWord(index - 1) && holdsKept(index)) }
            if source.token(index - 1, is: ":") {
                let type = properties[source.tokens[index - 2].text]
                return type == "->" ? usesKept(index) : type != nil && isKept(index)
            }
            let type = types[source.tokens[index].text] ?? ""
            return isKept(index)
                && properties.values.contains { $0 != "->" && ($0 == type || $0.isEmpty || type.isEmpty) }
        }
    }

    /// Whether a value ends before a token.
    private func isEnd(_ next: Int, of last: Int) -> Bool {
        guard source.tokens.indices.contains(next) else { return true }
        return [",", "]", ")", "{", "}", ";", "else"].contains(source.tokens[next].text)
            || (source.line(of: next) > source.line(of: last) && !source.token(next, is: "."))
    }

    /// Whether a value is a closure or a local function that uses something that is kept.
    private func usesKept(_ index: Int) -> Bool {
        let isName = source.isWord(index) && !source.token(index + 1, is: ".") && !source.token(index + 1, is: "(")
        let brace = source.token(index, is: "{") ? index : isName ? source.localBody(named: index, before: index) : nil
        return brace.map { brace in kept.contains { source.strongUse(of: $0, inClosureAt: brace) != nil } } ?? false
    }

    /// Whether a value is a scene, or something else that is kept, itself, and not a part of it.
    private func isKept(_ index: Int) -> Bool {
        source.tokens.indices.contains(index) && kept.contains(source.tokens[index].text)
            && !source.token(index - 1, is: ".") && !source.token(index + 1, is: ".") && !source.isLabel(index)
    }
}

extension SourceText {
    /// Returns the function whose body begins at a brace.
    func function(at brace: Int) -> Declaration? {
        declarations(["func"]).first { $0.hasBody && $0.body.lowerBound == brace + 1 }
    }

    /// Returns the definition of the scene that a function returns.
    fileprivate func sceneReturned(by function: Declaration) -> String? {
        function.heading.first { token($0, is: "SceneRuntime") && token($0 - 1, is: ">") }.map { definition(after: $0) }
    }

    /// Returns the names of the parameters that are scenes, and their definitions.
    fileprivate func scenes(in heading: Range<Int>) -> [(name: String, definition: String)] {
        heading.filter { isWord($0) && token($0 + 1, is: ":") && token($0 + 2, is: "SceneRuntime") }
            .map { (tokens[$0].text, definition(after: $0 + 2)) }
    }

    /// Returns `Movies` for `SceneRuntime<Movies>`, and other types as they are.
    func sceneType(at index: Int) -> String {
        token(index, is: "SceneRuntime") ? definition(after: index) : tokens[index].text
    }

    /// Returns `Movies` in `SceneRuntime<Movies>`.
    private func definition(after runtime: Int) -> String {
        token(runtime + 1, is: "<") && isWord(runtime + 2) ? tokens[runtime + 2].text : ""
    }

    /// Returns the parameters, if the body of an initializer begins at a brace.
    fileprivate func parametersOfInitializer(before brace: Int) -> Range<Int>? {
        guard token(brace - 1, is: ")"), let open = partner[brace - 1] else { return nil }
        return token(open - 1, is: "init") || (token(open - 1, is: "?") && token(open - 2, is: "init"))
            ? open + 1..<brace - 1 : nil
    }
}
