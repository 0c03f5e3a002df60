/// A target of a package, read from the manifest or from the folders.
package struct PackageTarget: Sendable, Equatable {
    package enum Kind: String, Sendable { case source, executable, test }

    package var kind: Kind
    package var name: String
    /// The folder of its sources: absolute, or relative to the package.
    package var path: String

    package init(kind: Kind, name: String, path: String) {
        self.kind = kind
        self.name = name
        self.path = path
    }
}

extension PackageTarget {
    /// The name of the module.
    var moduleName: String {
        let name = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }
}
