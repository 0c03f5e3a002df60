/// Generates constants for the names of scenes in C, so that the compiler finds misspellings.
struct CClient {
    let schema: Schema

    init(_ schema: Schema) {
        self.schema = schema
    }

    var text: String {
        """
        /* \(ClientLanguage.c.headline) */
        #ifndef CIS_SCENES_H
        #define CIS_SCENES_H

        /* What `welcome` says if the app has these types. */
        #define CIS_SCHEMA "\(schema.hash)"

        /* The names of the scenes. */
        \(scenes.map(\.text).joined(separator: "\n"))

        /* The names of cases, values and members. A comment says what a member is. */
        \(schema.types.sorted { $0.key < $1.key }.map(typeText).joined(separator: "\n"))

        #endif

        """
    }

    /// A constant. The note names types, for readers. With it, the file also changes when only a type changes.
    private struct Definition {
        let name: ClientName
        let note: String?

        var text: String { "#define \(name.text) \(name.meaning)" + (note.map { " /* \($0) */" } ?? "") }
    }

    /// The names of all constants. A name may occur twice if both constants have the same value.
    var names: [ClientName] { scenes.map(\.name) + types }

    private var types: [ClientName] {
        schema.types.sorted { $0.key < $1.key }.flatMap { definitions($0.key, $0.value).map(\.name) }
    }

    private var scenes: [Definition] {
        schema.scenes.map { scene in
            let types =
                [("action", scene.action), ("state", scene.state), ("output", scene.output)]
                + (scene.input.map { [("input", $0)] } ?? [])
            let note = types.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            return define("SCENE_\(scene.name)", scene.name, scene.isChild ? "a child: \(note)" : note)
        }
    }

    private func typeText(_ name: String, _ type: TypeDescription) -> String {
        let alias = if case .alias(let other) = type { " = \(other)" } else { "" }
        return (["/* Type \(name)\(alias) */"] + definitions(name, type).map(\.text)).joined(separator: "\n")
    }

    private func definitions(_ name: String, _ type: TypeDescription) -> [Definition] {
        switch type {
        case .object(let members): members.map { define("\(name)_\($0.name)", $0.name, "\($0.type)") }
        case .alias: []
        case .values(.text, let all): all.map { define("\(name)_\(Self.word(for: $0))", $0) }
        case .values(_, let all):
            all.map {
                Definition(name: ClientName(text: ClientName.constant("\(name)_\($0)"), meaning: $0), note: nil)
            }
        case .choice(let cases):
            cases.flatMap { known in
                [define("\(name)_\(known.name)", known.name)]
                    + known.members.map { define("\(name)_\(known.name)_\($0.name)", $0.name, "\($0.type)") }
            }
        }
    }

    /// The part of a constant's name that stands for a value. A value without letters and digits would become
    /// underscores, so the numbers of its characters are used: `_u2b` for `+`.
    private static func word(for value: String) -> String {
        guard !value.contains(where: { $0.isLetter || $0.isNumber }) else { return value }
        return value.unicodeScalars.map { "_u" + String($0.value, radix: 16) }.joined()
    }

    private func define(_ name: String, _ value: String, _ note: String? = nil) -> Definition {
        Definition(
            name: ClientName(text: ClientName.constant(name), meaning: ClientName.quotedInC(value)), note: note)
    }
}
