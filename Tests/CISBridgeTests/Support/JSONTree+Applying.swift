import CISBridge

/// Applies patches, as a host does.
extension JSONTree {
    /// Applies steps, one after the other.
    ///
    /// - Returns: The new tree, or `nil` if a step does not fit.
    func applying(_ operations: [PatchOperation]) -> JSONTree? {
        var tree = self
        for operation in operations {
            guard let next = tree.applying(operation) else { return nil }
            tree = next
        }
        return tree
    }

    private func applying(_ operation: PatchOperation) -> JSONTree? {
        switch operation {
        case .add(let path, let value): return changed(at: Self.steps(path)[...], .add(value))
        case .remove(let path): return changed(at: Self.steps(path)[...], .remove)
        case .replace(let path, let value): return changed(at: Self.steps(path)[...], .replace(value))
        case .move(let from, let path):
            guard let value = value(at: Self.steps(from)[...]),
                let without = changed(at: Self.steps(from)[...], .remove)
            else { return nil }
            return without.changed(at: Self.steps(path)[...], .add(value))
        }
    }

    fileprivate enum Change {
        case add(JSONTree)
        case remove
        case replace(JSONTree)
    }

    private static func steps(_ pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    private func value(at steps: ArraySlice<String>) -> JSONTree? {
        guard let step = steps.first else { return self }
        switch self {
        case .object(let node): return node[step]?.value(at: steps.dropFirst())
        case .array(let node):
            guard let index = Int(step), node.elements.indices.contains(index) else { return nil }
            return node.elements[index].value(at: steps.dropFirst())
        default: return nil
        }
    }

    fileprivate func changed(at steps: ArraySlice<String>, _ change: Change) -> JSONTree? {
        guard let step = steps.first else {
            switch change {
            case .add(let value), .replace(let value): return value
            case .remove: return nil
            }
        }
        switch self {
        case .object(let node): return node.changed(at: step, steps.dropFirst(), change)
        case .array(let node): return Self.changed(node.elements, at: step, steps.dropFirst(), change)
        default: return nil
        }
    }

    private static func changed(
        _ elements: [JSONTree], at step: String, _ rest: ArraySlice<String>, _ change: Change
    ) -> JSONTree? {
        guard let index = Int(step), index >= 0 else { return nil }
        var elements = elements
        if rest.isEmpty, case .add(let value) = change {
            guard index <= elements.count else { return nil }
            elements.insert(value, at: index)
            return .array(elements)
        }
        guard index < elements.count else { return nil }
        if rest.isEmpty, case .remove = change {
            elements.remove(at: index)
        } else {
            guard let value = elements[index].changed(at: rest, change) else { return nil }
            elements[index] = value
        }
        return .array(elements)
    }
}

extension JSONTree.ObjectNode {
    fileprivate func changed(at key: String, _ rest: ArraySlice<String>, _ change: JSONTree.Change) -> JSONTree? {
        var keys = shape.keys
        var values = values
        guard let index = exactIndex(of: key) else {
            guard rest.isEmpty, case .add(let value) = change else { return nil }
            return .object(JSONTree.ObjectNode(ObjectShape(keys + [key]), values + [value]))
        }
        if rest.isEmpty, case .remove = change {
            keys.remove(at: index)
            values.remove(at: index)
        } else {
            guard let value = values[index].changed(at: rest, change) else { return nil }
            values[index] = value
        }
        return .object(JSONTree.ObjectNode(ObjectShape(keys), values))
    }
}
