import CISBridge
import Foundation

/// The types of the scenes for `connect` in JavaScript: a module that says for which types a page was made.
struct JavaScriptClient {
    let schema: Schema

    init(_ schema: Schema) {
        self.schema = schema
    }

    /// One line for each scene and type, so that a comparison of two files shows what has changed.
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
