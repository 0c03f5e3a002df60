import CIS

/// Collects details about a value that is being decoded, for the error message. Swift's own errors do not name the cases of an
/// enum.
final class DecodingNotes {
    /// Returns the names of the cases. Called only for an error message.
    private var names: () -> [String] = { [] }
    private var place: CodingPlace?

    /// Called if an object has none, or more than one, of the keys with these names.
    func note(at place: CodingPlace?, names: @escaping () -> [String]) {
        self.names = names
        self.place = place
    }

    /// Describes what is wrong with a value.
    ///
    /// - Parameter place: The place of the value in the message, as a JSON pointer.
    func wireError(for error: any Error, in tree: JSONTree, _ code: WireError.Code, at place: String) -> WireError {
        guard let error = error as? DecodingError else {
            return WireError(code, at: place, expected: "\(error)", got: tree.shortDescription)
        }
        let (context, expected) = read(error)
        let path = context.codingPath.map(\.stringValue)
        let pointer = place + path.map { "/" + escapedForPointer($0) }.joined()
        let value = tree.value(at: path)
        if case .keyNotFound(let key, _) = error {
            let keys = value?.keys ?? []
            return WireError(
                code, at: pointer + "/" + escapedForPointer(key.stringValue), expected: "a value",
                got: "nothing" + (keys.isEmpty ? "" : "; the keys are " + keys.joined(separator: ", ")))
        }
        if case .typeMismatch = error, let names = names(at: path) {
            let got = value?.keys.map { $0.isEmpty ? "an object without members" : $0.joined(separator: ", ") }
            return WireError(
                code, at: pointer, expected: names.joined(separator: ", "),
                got: got ?? value?.shortDescription ?? "nothing")
        }
        // An error of a field does not show a secret.
        let field = context.underlyingError as? FieldError
        return WireError(
            code, at: pointer, expected: expected, got: field?.given ?? value?.shortDescription ?? "nothing")
    }

    /// Returns the names of the cases that are possible at a path, if the error is there.
    private func names(at path: [String]) -> [String]? {
        guard path == place.path.map(\.stringValue) else { return nil }
        let names = names()
        return names.isEmpty ? nil : names
    }

    private func read(_ error: DecodingError) -> (DecodingError.Context, expected: String) {
        switch error {
        case .typeMismatch(let type, let context):
            (context, context.debugDescription.isEmpty ? "\(type)" : context.debugDescription)
        case .valueNotFound(let type, let context):
            (context, context.debugDescription.isEmpty ? "\(type)" : context.debugDescription)
        case .keyNotFound(_, let context): (context, "a value")
        case .dataCorrupted(let context): (context, context.debugDescription)
        @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
        }
    }
}

extension JSONTree {
    /// The keys of an object.
    fileprivate var keys: [String]? {
        if case .object(let node) = self { Array(node.shape.keys.prefix(8)) } else { nil }
    }

    /// Returns the value at a path, if it exists.
    fileprivate func value(at path: [String]) -> JSONTree? {
        var tree = self
        for step in path {
            switch tree {
            case .object(let node):
                guard let member = node[step] else { return nil }
                tree = member
            case .array(let node):
                guard let index = Int(step), node.elements.indices.contains(index) else { return nil }
                tree = node.elements[index]
            default: return nil
            }
        }
        return tree
    }
}
