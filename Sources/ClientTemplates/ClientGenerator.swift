import CISBridge
import Foundation

/// Generates clients, or compares them with existing files. `swift package bridge-clients` uses it.
package struct ClientGenerator {
    /// The reason why nothing was written.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    let language: ClientLanguage
    let schema: Schema

    /// - Parameter schemaText: The text that the app prints for `--bridge schema`.
    package init(language: String, schemaText: String) throws(Failure) {
        guard let known = ClientLanguage(rawValue: language) else {
            let names = ClientLanguage.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(description: "There is no language \(language): \(names).")
        }
        self.language = known
        do {
            schema = try JSONDecoder().decode(Schema.self, from: Data(schemaText.utf8))
        } catch {
            throw Failure(description: "The program has not printed its schema for `--bridge schema`: \(error)")
        }
        if let (one, other) = ClientName.clash(in: known.names(for: schema)) {
            throw Failure(
                description: "\(one.meaning) and \(other.meaning) would both be \(one.text) in \(language). Rename one."
            )
        }
    }

    package var text: String { language.text(for: schema) }

    /// Returns what is outdated in an existing file: the types that have changed. Empty if the file is up to date.
    package func staleness(of file: String) -> [String] {
        let now = text
        guard file != now else { return [] }
        let old = Set(file.split(separator: "\n"))
        let changed = schema.types.keys.filter { name in
            let forms = [ClientName.type(name), ClientName.constant(name), ClientName.quoted(name) + ": "]
            let lines = now.split(separator: "\n").filter { line in forms.contains { line.contains($0) } }
            return lines.contains { !old.contains($0) }
        }
        return changed.isEmpty
            ? ["The file is not what this version generates."] : changed.sorted().map { "\($0) has changed." }
    }
}
