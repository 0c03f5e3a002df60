import CISBridge

/// The names of the scenes for C: what a misspelling of is found by the compiler.
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
        \(schema.scenes.map { define("SCENE_\($0.name)", $0.name) }.joined(separator: "\n"))

        /* The names of cases, values and members. */
        \(schema.types.sorted { $0.key < $1.key }.flatMap(names).joined(separator: "\n"))

        #endif

        """
    }

    private func names(_ name: String, _ type: TypeDescription) -> [String] {
        switch type {
        case .object(let members): members.map { define("\(name)_\($0.name)", $0.name) }
        case .alias: []
        case .values(.text, let all): all.map { define("\(name)_\($0)", $0) }
        case .values(_, let all): all.map { "#define \(ClientName.constant("\(name)_\($0)")) \($0)" }
        case .choice(let cases):
            cases.flatMap { known in
                [define("\(name)_\(known.name)", known.name)]
                    + known.members.map { define("\(name)_\(known.name)_\($0.name)", $0.name) }
            }
        }
    }

    private func define(_ name: String, _ value: String) -> String {
        "#define \(ClientName.constant(name)) \(ClientName.quoted(value))"
    }
}
