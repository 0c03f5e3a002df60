/// A worker protocol, with the protocols of the package that it inherits.
struct WorkerProtocol {
    /// The worker first.
    let protocols: [Declaration]

    /// - Parameter find: Returns a protocol of the package by its name.
    /// - Throws: ``GeneratorError`` for an inherited protocol that is not in the package.
    init(_ worker: Declaration, finding find: (String) throws -> Declaration?) throws {
        var all = [worker]
        var index = 0
        while index < all.count {
            let parser = RequirementParser(all[index])
            for (name, token) in try parser.inherited() where !all.contains(where: { $0.name == name }) {
                guard let base = try find(name) else {
                    throw parser.misunderstood(
                        token, "the inherited protocol \(name)",
                        remedy: "Declare all requirements in \(worker.name), or write the double by hand.")
                }
                all.append(base)
            }
            index += 1
        }
        protocols = all
    }

    /// Returns the requirements, without those that an inheriting protocol declares again.
    func requirements() throws -> [Requirement] {
        var found: [Requirement] = []
        for requirement in try protocols.flatMap({ try RequirementParser($0).requirements() })
        where !found.contains(where: { $0.isDeclaredAgain(by: requirement) }) {
            found.append(requirement)
        }
        return found
    }

    /// The modules that the files of the protocols import.
    var imports: [String] {
        protocols.flatMap { worker in
            let source = worker.source
            return source.tokens.indices.filter { source.token($0, is: "import") && source.isWord($0 + 1) }
                .map { source.dottedName(at: $0 + 1).name }
        }
    }

    /// Whether all of them can be used in other modules.
    var isPublic: Bool { protocols.allSatisfy { !$0.modifiers.isDisjoint(with: ["public", "package"]) } }
}

extension Requirement {
    /// Whether it is the same function or property, maybe with other effects.
    fileprivate func isDeclaredAgain(by other: Requirement) -> Bool {
        name == other.name && answer == other.answer && parameters.map(\.label) == other.parameters.map(\.label)
            && parameters.map(\.type) == other.parameters.map(\.type)
    }
}
