import CIS
import Foundation

/// A list that is compared as a Swift value with the one before, and encoded where it differs.
protocol EncodedList {
    func encodeList(previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree
}

/// The array that a node was encoded from. Kept, so that its buffer is not written in place, and what has the same bits
/// is the same value.
private final class ArraySource<Element>: EncodedSource {
    let elements: [Element]

    init(_ elements: [Element]) {
        self.elements = elements
    }
}

extension Array: EncodedList where Element: Encodable {
    func encodeList(previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree {
        guard case .array(let node) = previous, let source = node.source as? ArraySource<Element> else {
            return try encodeAll(at: place)
        }
        return try encodeChanges(since: source.elements, node, at: place)
    }

    private func encodeAll(at place: CodingPlace?) throws -> JSONTree {
        var trees: [JSONTree] = []
        trees.reserveCapacity(count)
        var size = 2
        for index in indices {
            // The element before serves as the pattern of its keys.
            let tree = try encodeElement(index, previous: trees.last, at: place)
            size += tree.size + 1
            trees.append(tree)
        }
        return .array(JSONTree.ArrayNode(trees, size: size, source: ArraySource(self)))
    }

    private func encodeChanges(
        since old: [Element], _ node: JSONTree.ArrayNode, at place: CodingPlace?
    ) throws -> JSONTree {
        let changes = ArrayChanges(from: old, to: self)
        if changes.isEmpty { return .array(node) }
        var trees = node.elements
        var size = node.size
        if count == old.count {
            for index in changes.replaced {
                let tree = try encodeElement(index, previous: trees[index], at: place)
                size += tree.size - trees[index].size
                trees[index] = tree
            }
        } else {
            var middle: [JSONTree] = []
            for index in changes.new {
                middle.append(try encodeElement(index, previous: middle.last ?? trees.first, at: place))
            }
            size += middle.reduce(0) { $0 + $1.size + 1 } - trees[changes.old].reduce(0) { $0 + $1.size + 1 }
            trees.replaceSubrange(changes.old, with: middle)
        }
        return .array(JSONTree.ArrayNode(trees, size: size, source: ArraySource(self)))
    }

    private func encodeElement(_ index: Int, previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree {
        try TreeEncoder.encode(self[index], previous: previous, at: CodingPlace(IndexKey(index), in: place))
    }
}

extension ContiguousArray: EncodedList where Element: Encodable {
    func encodeList(previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree {
        try Array(self).encodeList(previous: previous, at: place)
    }
}

extension SceneList: EncodedList where Item: Encodable {
    func encodeList(previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree {
        try Array(self).encodeList(previous: previous, at: place)
    }
}

/// What differs between two arrays: what lies between their common beginning and their common end. Elements are
/// compared by their bits, and where these differ by `==`, if there is one.
struct ArrayChanges {
    /// The offsets that differ in the old array, from the first to the last.
    let old: Range<Int>
    /// The offsets that differ in the new array, from the first to the last.
    let new: Range<Int>
    /// For arrays of one length: the offsets whose elements differ.
    let replaced: [Int]
    var isEmpty: Bool { old.isEmpty && new.isEmpty }

    init<Element>(from old: [Element], to new: [Element]) {
        self = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                // One buffer: nothing can have been written since.
                guard old.baseAddress != new.baseAddress || old.count != new.count,
                    let oldStart = old.baseAddress, let newStart = new.baseAddress
                else {
                    return ArrayChanges(
                        old: 0..<(old.baseAddress == new.baseAddress ? 0 : old.count),
                        new: 0..<(old.baseAddress == new.baseAddress ? 0 : new.count), replaced: [])
                }
                let elements = RawElements(
                    old: oldStart, new: newStart, stride: MemoryLayout<Element>.stride,
                    size: MemoryLayout<Element>.size,
                    areEqual: (Element.self as? any Equatable.Type).map { equality(of: $0) })
                return ArrayChanges(elements, old.count, new.count)
            }
        }
    }

    private init(old: Range<Int>, new: Range<Int>, replaced: [Int]) {
        self.old = old
        self.new = new
        self.replaced = replaced
    }

    private init(_ elements: RawElements, _ oldCount: Int, _ newCount: Int) {
        let shared = min(oldCount, newCount)
        var start = 0
        while start < shared, elements.isSame(start, start) { start += 1 }
        var end = 0
        while end < shared - start, elements.isSame(oldCount - 1 - end, newCount - 1 - end) { end += 1 }
        old = start..<(oldCount - end)
        new = start..<(newCount - end)
        replaced = oldCount == newCount ? new.filter { !elements.isSame($0, $0) } : []
    }
}

/// The elements of two arrays, without their type: each call that knows it would look it up.
private struct RawElements {
    let old: UnsafeRawPointer
    let new: UnsafeRawPointer
    let stride: Int
    let size: Int
    let areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

    @inline(__always)
    func isSame(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (old + left * stride, new + right * stride)
        return memcmp(left, right, size) == 0 || areEqual?(left, right) ?? false
    }
}

/// Compares two values at addresses where values of the type are.
private func equality<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
}
