/// The text of a client, split into one part for each type and each scene.
struct ClientFile {
    /// The lines of each part, by the name of the type or scene.
    private(set) var parts: [String: String] = [:]

    init(_ text: String, _ language: ClientLanguage) {
        var lines = text.split(whereSeparator: \.isNewline)[...]
        // Before this line the client in Python contains nothing that depends on the types.
        if language == .python { lines = lines.drop { !$0.hasPrefix("SCHEMA = ") } }
        var name: String?
        for line in lines {
            switch language.place(of: line) {
            case .start(let start): name = start
            case .inside: break
            case .outside: name = nil
            }
            // The comma is removed, because it depends on whether another part follows.
            if let name { parts[name, default: ""] += line.hasSuffix(",") ? "\(line.dropLast())\n" : "\(line)\n" }
        }
    }

    /// Returns the parts that differ from those of another version of the file, a sentence for each.
    ///
    /// - Parameter names: The names of the types in the app, by their names in the file.
    func differences(from old: ClientFile, names: [String: String]) -> [String] {
        Set(parts.keys).union(old.parts.keys).sorted().compactMap { key -> String? in
            let name = names[key] ?? key
            guard let part = parts[key] else { return "\(name) is gone." }
            guard let before = old.parts[key] else { return "\(name) is new." }
            // The bytes are compared, because texts that are equal in Swift can differ in another language.
            return part.utf8.elementsEqual(before.utf8) ? nil : "\(name) has changed."
        }
    }
}

extension ClientLanguage {
    /// How a line of a client belongs to the types and scenes.
    enum Place {
        /// The part of a type or scene begins with this line, or continues with it after another part.
        case start(String)
        /// The line belongs to the part of the line before.
        case inside
        /// The line belongs to no type and no scene.
        case outside
    }

    /// The name of a type's part.
    func nameOfPart(_ type: String) -> String {
        switch self {
        case .python, .typescript: ClientName.type(type)
        case .javascript, .c: type
        }
    }

    func place(of line: Substring) -> Place {
        switch self {
        case .python: Self.placeInPython(line)
        case .typescript: Self.placeInTypeScript(line)
        case .javascript: Self.placeInJavaScript(line)
        case .c: Self.placeInC(line)
        }
    }

    private static func placeInPython(_ line: Substring) -> Place {
        // The description of a type, in the text of the schema.
        if let name = line.between("    \"", "\" : {") { return .start(ClientName.type(name)) }
        if let name = line.between("    async def open_", "(") { return .start("The scene \(name)") }
        // The declaration of a type, or of a part of it: names of types contain no underscore.
        if !line.hasPrefix(" "), let name = line.between("", " = "), !["SCHEMA", "TYPES"].contains(name) {
            return .start(String(name.prefix { $0 != "_" }))
        }
        return line.hasPrefix("    ") ? .inside : .outside
    }

    private static func placeInTypeScript(_ line: Substring) -> Place {
        for keyword in ["export interface ", "export type "] {
            if let name = line.between(keyword, " ") { return .start(String(name.prefix { $0 != "_" })) }
        }
        if let name = line.between("    \"", "\": {") { return .start("The scene \(name)") }
        return line.hasPrefix("    ") ? .inside : .outside
    }

    private static func placeInJavaScript(_ line: Substring) -> Place {
        let margin = "            "
        if let name = line.between(margin + "\"", "\": {") { return .start(name) }
        if line.hasPrefix(margin + "{"), let start = line.firstRange(of: "\"name\":\"")?.upperBound {
            return .start("The scene \(line[start...].prefix { $0 != "\"" })")
        }
        return .outside
    }

    private static func placeInC(_ line: Substring) -> Place {
        if let name = line.between("/* Type ", " ") { return .start(name) }
        if let name = line.between("#define SCENE_", " ") { return .start("SCENE_\(name)") }
        return line.hasPrefix("#define ") ? .inside : .outside
    }
}

extension Substring {
    /// The text between a prefix and the next occurrence of an end. `nil` if one of them is missing.
    fileprivate func between(_ prefix: String, _ end: String) -> String? {
        guard hasPrefix(prefix) else { return nil }
        let rest = dropFirst(prefix.count)
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
