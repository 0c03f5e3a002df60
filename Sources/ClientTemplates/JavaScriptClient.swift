import Foundation

/// Generates the JavaScript module that is passed to `connect`. It contains the types that a page was built for.
struct JavaScriptClient {
    let schema: Schema

    init(_ schema: Schema) {
        self.schema = schema
    }

    /// The text. Each scene and type has one line, so that a comparison of two files shows what has changed.
    var text: String {
        """
        // \(ClientLanguage.javascript.headline)

        /** For `connect(path, { scenes })`: the types of the scenes that this page was made for. */
        export const scenes = {
            schema: "\(schema.hash)",
            types: {
                scenes: [
        \(lines(schema.scenes.map(Self.json)))
                ],
                types: {
        \(lines(schema.types.sorted { $0.key < $1.key }.map { "\(Self.json($0.key)): \(Self.json($0.value))" }))
                },
            },
        };

        """
    }

    private func lines(_ entries: [String]) -> String {
        entries.map { "            \($0)," }.joined(separator: "\n")
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
