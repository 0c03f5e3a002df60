/// A Swift file of a package, read once.
struct SourceFile {
    /// The path of the file, relative to the package.
    let path: String
    /// The name of its target.
    let target: String
    let source: SourceText
}

/// A declaration and the file that contains it.
typealias FoundDeclaration = (file: SourceFile, declaration: Declaration)

extension SourceText {
    /// Returns the types inside a type, or inside an extension of it.
    func nested(_ keyword: String, _ inner: String, in outer: String) -> [Declaration] {
        declarations(["enum", "struct", "extension"]).filter { $0.name == outer }
            .flatMap { declarations([keyword], in: $0.body) }.filter { $0.name == inner && $0.hasBody }
    }
}

extension [SourceFile] {
    /// Returns the declarations of a name, and the extensions if they are among the keywords, in the order of the
    /// files.
    func declarations(_ keywords: Set<String>, named name: String) -> [FoundDeclaration] {
        flatMap { file in
            file.source.declarations(keywords).filter { $0.name == name && $0.hasBody }.map { (file, $0) }
        }
    }

    /// Returns a type inside another type, or inside an extension of it.
    func nested(_ keyword: String, _ inner: String, in outer: String) -> FoundDeclaration? {
        lazy.flatMap { file in file.source.nested(keyword, inner, in: outer).map { (file, $0) } }.first
    }

    /// Returns a function of a type, or of an extension of it.
    func function(_ name: String, of type: String) -> FoundDeclaration? {
        declarations(["class", "extension", "actor", "struct", "enum"], named: type).lazy.flatMap { file, outer in
            file.source.declarations(["func"], in: outer.body).map { (file, $0) }
        }.first { $1.name == name && $1.hasBody }
    }
}
