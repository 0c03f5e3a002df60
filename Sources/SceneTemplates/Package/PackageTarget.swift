/// A target of a package, read from the manifest or from the folders.
struct PackageTarget: Sendable, Equatable {
    enum Kind: String, Sendable { case source, executable, test }

    var kind: Kind
    var name: String
    /// The folder of its sources: absolute, or relative to the package.
    var path: String

    /// The name of the module.
    var moduleName: String {
        let name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
}
