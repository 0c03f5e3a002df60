import CISBridge

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
        \(definitions(scenes))

        /* The names of cases, values and members. */
        \(definitions(types))

        #endif

        """
    }

    /// The constants. A name may occur twice, but only with the same text, so that it has one meaning.
    var names: [ClientName] { scenes + types }

    private var scenes: [ClientName] { schema.scenes.map { define("SCENE_\($0.name)", $0.name) } }
    private var types: [ClientName] { schema.types.sorted { $0.key < $1.key }.flatMap(typeNames) }

    private func definitions(_ names: [ClientName]) -> String {
        names.map { "#define \($0.text) \($0.meaning)" }.joined(separator: "\n")
    }

    private func typeNames(_ name: String, _ type: TypeDescription) -> [ClientName] {
        switch type {
        case .object(let members): members.map { define("\(name)_\($0.name)", $0.name) }
        case .alias: []
        case .values(.text, let all): all.map { define("\(name)_\($0)", $0) }
        case .values(_, let all):
            all.map { ClientName(text: ClientName.constant("\(name)_\($0)"), meaning: $0) }
        case .choice(let cases):
            cases.flatMap { known in
                [define("\(name)_\(known.name)", known.name)]
                    + known.members.map { define("\(name)_\(known.name)_\($0.name)", $0.name) }
            }
        }
    }

    private func define(_ name: String, _ value: String) -> ClientName {
        ClientName(text: ClientName.constant(name), meaning: ClientName.quoted(value))
    }
}
