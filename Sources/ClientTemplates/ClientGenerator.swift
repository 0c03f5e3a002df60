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

    /// Returns what is outdated in an existing file: the types and scenes that have changed, are new or are gone. Empty if the
    /// file is up to date.
    package func staleness(of file: String) -> [String] {
        let now = text
        guard !file.utf8.elementsEqual(now.utf8) else { return [] }
        let (old, new) = (ClientFile(file, language), ClientFile(now, language))
        let problems = old.parts.isEmpty ? [] : new.differences(from: old, names: namesOfTypes)
        return problems.isEmpty ? ["The file is not what this version generates."] : problems
    }

    /// The names of the types in the app, by their names in the file.
    private var namesOfTypes: [String: String] {
        let names = schema.types.keys.map { (language.nameOfPart($0), $0) }
        return Dictionary(names) { first, _ in first }
    }
}
