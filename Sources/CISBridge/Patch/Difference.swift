/// The steps that turn one tree into another.
///
/// Nodes that both trees share are skipped. Members are compared by key. Arrays whose elements all have an `id` are
/// compared by it, so an element that is added, removed or moved is one step. Other arrays are compared by position,
/// between their common beginning and their common end.
package struct Difference {
    /// The steps in order.
    package private(set) var operations: [PatchOperation] = []
    /// The approximate size of their text in bytes.
    private var size = 0
    /// The maximum size. Above it, sending the whole state is better.
    private let limit: Int
    private var path: [String] = []

    /// Compares two trees.
    ///
    /// - Parameter limit: The approximate maximum size of the steps in bytes.
    /// - Returns: The steps, or `nil` if they would be longer.
    package static func between(_ old: JSONTree, _ new: JSONTree, limit: Int = .max) -> [PatchOperation]? {
        var difference = Difference(limit: limit)
        difference.compare(old, new)
        return difference.size > limit ? nil : difference.operations
    }

    private init(limit: Int) {
        self.limit = limit
    }

    private var isTooLong: Bool { size > limit }
    private var pointer: String { path.isEmpty ? "" : "/" + path.joined(separator: "/") }

    // MARK: Values

    private mutating func compare(_ old: JSONTree, _ new: JSONTree) {
        if isTooLong || old.isSame(as: new) { return }
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new)
        case (.array(let old), .array(let new)): compare(old.elements, new.elements)
        default: emit(.replace(path: pointer, new), new)
        }
    }

    private mutating func compare(_ old: JSONTree, _ new: JSONTree, at step: String) {
        if old.isSame(as: new) { return }
        path.append(step)
        compare(old, new)
        path.removeLast()
    }

    private mutating func compare(_ old: JSONTree.ObjectNode, _ new: JSONTree.ObjectNode) {
        if old.shape === new.shape {
            for index in new.values.indices where !old.values[index].isSame(as: new.values[index]) {
                compare(old.values[index], new.values[index], at: escapedForPointer(new.shape.keys[index]))
            }
            return
        }
        // The objects have no key in common: a different case of an enum, or a different kind of value.
        guard new.shape.keys.contains(where: { old[$0] != nil }) else {
            return emit(.replace(path: pointer, .object(new)), .object(new))
        }
        for key in old.shape.keys where new.exactIndex(of: key) == nil { emit(.remove(path: pointer(to: key)), nil) }
        for (key, value) in zip(new.shape.keys, new.values) {
            if let index = old.exactIndex(of: key) {
                compare(old.values[index], value, at: escapedForPointer(key))
            } else {
                emit(.add(path: pointer(to: key), value), value)
            }
        }
    }

    private func pointer(to key: String) -> String { pointer + "/" + escapedForPointer(key) }
    private func pointer(at index: Int) -> String { pointer + "/\(index)" }

    private mutating func emit(_ operation: PatchOperation, _ value: JSONTree?) {
        // The text around the path and the value.
        size += 32 + path.reduce(8) { $0 + $1.utf8.count + 1 } + (value?.size ?? 0)
        if !isTooLong { operations.append(operation) }
    }

    // MARK: Arrays

    private mutating func compare(_ old: [JSONTree], _ new: [JSONTree]) {
        let (start, end) = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in Self.commonEnds(old, new) }
        }
        let oldMiddle = old[start..<(old.count - end)]
        let newMiddle = new[start..<(new.count - end)]
        if oldMiddle.isEmpty || newMiddle.isEmpty || !compareByID(oldMiddle, newMiddle) {
            compareByPosition(oldMiddle, newMiddle)
        }
    }

    /// Returns the number of equal elements at the beginning, and at the end of the rest.
    private static func commonEnds(
        _ old: UnsafeBufferPointer<JSONTree>, _ new: UnsafeBufferPointer<JSONTree>
    ) -> (start: Int, end: Int) {
        let shared = min(old.count, new.count)
        var start = 0
        while start < shared, old[start].isSame(as: new[start]) || old[start] == new[start] { start += 1 }
        var end = 0
        while end < shared - start {
            let (left, right) = (old.count - 1 - end, new.count - 1 - end)
            guard old[left].isSame(as: new[right]) || old[left] == new[right] else { break }
            end += 1
        }
        return (start, end)
    }

    private mutating func compareByPosition(_ old: ArraySlice<JSONTree>, _ new: ArraySlice<JSONTree>) {
        let shared = min(old.count, new.count)
        for offset in 0..<shared {
            let index = new.startIndex + offset
            compare(old[old.startIndex + offset], new[index], at: "\(index)")
        }
        for index in (old.startIndex + shared..<old.endIndex).reversed() where !isTooLong {
            emit(.remove(path: pointer(at: index)), nil)
        }
        for index in new.startIndex + shared..<new.endIndex where !isTooLong {
            emit(.add(path: pointer(at: index), new[index]), new[index])
        }
    }

    /// - Returns: Whether the arrays could be compared by id: each element has a unique id, and not too many have moved.
    private mutating func compareByID(_ old: ArraySlice<JSONTree>, _ new: ArraySlice<JSONTree>) -> Bool {
        guard let oldIDs = identifiers(of: old), let newIDs = identifiers(of: new) else { return false }
        let start = new.startIndex
        if oldIDs == newIDs {
            for offset in oldIDs.indices {
                compare(old[start + offset], new[start + offset], at: "\(start + offset)")
            }
            return true
        }
        // Each step shifts the elements behind it, which is O(length of the array).
        guard let plan = ArrayPlan(from: oldIDs, to: newIDs, limit: Self.tolerableSteps) else { return false }
        for step in plan.steps {
            switch step {
            case .remove(let offset): emit(.remove(path: pointer(at: start + offset)), nil)
            case .insert(let offset, let source):
                let value = new[start + source]
                emit(.add(path: pointer(at: start + offset), value), value)
            case .move(let from, let to):
                emit(.move(from: pointer(at: start + from), path: pointer(at: start + to)), nil)
            }
        }
        for (oldOffset, newOffset) in plan.kept {
            compare(old[start + oldOffset], new[start + newOffset], at: "\(start + newOffset)")
        }
        return true
    }

    private static var tolerableSteps: Int { 1_000 }

    private func identifiers(of elements: ArraySlice<JSONTree>) -> [Identifier]? {
        var known: Set<Identifier> = []
        var identifiers: [Identifier] = []
        known.reserveCapacity(elements.count)
        identifiers.reserveCapacity(elements.count)
        for element in elements {
            guard let id = Identifier(element["id"]), known.insert(id).inserted else { return nil }
            identifiers.append(id)
        }
        return identifiers
    }
}

/// The `id` of an element.
enum Identifier: Hashable {
    case number(Int64)
    case text(String)

    init?(_ tree: JSONTree?) {
        switch tree {
        case .integer(let value): self = .number(value)
        case .text(let value): self = .text(value)
        default: return nil
        }
    }
}
