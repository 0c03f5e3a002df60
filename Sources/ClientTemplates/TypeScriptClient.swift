/// Generates the types of the scenes for TypeScript.
struct TypeScriptClient {
    let schema: Schema
    /// The names that the file itself uses.
    static let reserved: Set<String> = ["Array", "Children", "Exclude", "OneOf", "PropertyKey", "Record", "Scenes"]

    init(_ schema: Schema) {
        self.schema = schema
    }

    var text: String {
        """
        // \(ClientLanguage.typescript.headline)

        /** A union of objects, of which a value is exactly one, without a member of the others. */
        type OneOf<Union, Name extends PropertyKey = Union extends unknown ? keyof Union : never> =
            Union extends unknown ? Union & { [Other in Exclude<Name, keyof Union>]?: never } : never;

        \(schema.types.sorted { $0.key < $1.key }.map(declaration).joined(separator: "\n"))
        /** The scenes that can be opened, by their names. */
        export interface Scenes {
        \(schema.scenes.filter { !$0.isChild }.map(scene).joined(separator: "\n"))
        }

        /** The scenes that appear by themselves, by their names. */
        export interface Children {
        \(schema.scenes.filter(\.isChild).map(scene).joined(separator: "\n"))
        }

        /** For `connect(path, { scenes })`: generate it with `--language javascript`. */
        export declare const scenes: { readonly schema: string; readonly types: object; readonly of?: Scenes };

        """
    }

    var names: [ClientName] { schema.types.keys.sorted().map { ClientName(text: typeName($0), meaning: $0) } }

    private func typeName(_ name: String) -> String { ClientName.type(name, reserved: Self.reserved) }

    private func scene(_ scene: Schema.Scene) -> String {
        let input = scene.input.map { typeText($0) + ($0.isOptional ? " | undefined" : "") } ?? "undefined"
        return """
                \(ClientName.quoted(scene.name)): {
                    action: OneOf<\(typeText(scene.action))>;
                    state: \(typeText(scene.state));
                    output: \(typeText(scene.output));
                    input: \(input);
                };
            """
    }

    private func declaration(_ name: String, _ type: TypeDescription) -> String {
        let name = typeName(name)
        switch type {
        case .object(let members) where members.isEmpty: return "export type \(name) = \(object(members));\n"
        case .object(let members): return "export interface \(name) \(object(members))\n"
        case .alias(let other): return "export type \(name) = \(typeText(other));\n"
        case .values(.text, let all):
            return "export type \(name) = \(all.map(ClientName.quoted).joined(separator: " | "));\n"
        case .values(_, let all): return "export type \(name) = \(all.joined(separator: " | "));\n"
        case .choice(let cases):
            let parts = cases.map { "\n    | { \(ClientName.quoted($0.name)): \(object($0.members)) }" }
            return "export type \(name) =\(parts.isEmpty ? " never" : parts.joined());\n"
        }
    }

    private func object(_ members: [TypeDescription.Member]) -> String {
        guard !members.isEmpty else { return "Record<string, never>" }
        let entries = members.map { member in
            "\(ClientName.quoted(member.name))\(member.type.isOptional ? "?" : ""): \(typeText(member.type))"
        }
        return "{ \(entries.joined(separator: "; ")) }"
    }

    private func typeText(_ type: WireType) -> String {
        switch type {
        case .boolean: "boolean"
        case .integer: "number"
        // Numbers that are not finite are text.
        case .number: "number | \"NaN\" | \"Infinity\" | \"-Infinity\""
        case .text, .date, .bytes: "string"
        case .any: "unknown"
        case .never: "never"
        case .list(let element): "Array<\(typeText(element))>"
        case .map(let value): "Record<string, \(typeText(value))>"
        case .optional(let wrapped): "\(typeText(wrapped)) | null"
        case .named(let name): typeName(name)
        }
    }
}
