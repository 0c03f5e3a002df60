import CIS
import Foundation

/// A list that is compared with the previous one as a Swift value. Only elements that differ are encoded.
protocol EncodedList {
    func encodeList(previous: JSONTree?, at place: CodingPlace?) throws -> JSONTree
}

/// The array that a node was encoded from. While it is kept, its buffer is not changed in place, so elements with the same
/// bits are the same values.
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
            // The previous element usually has the same keys, so they are taken from its tree.
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

/// The difference of two arrays: the elements between their common beginning and their common end. Elements are equal if
/// their bits are equal or, for `Equatable` elements, if `==` is true.
struct ArrayChanges {
    /// The range in the old array from the first to the last difference.
    let old: Range<Int>
    /// The range in the new array from the first to the last difference.
    let new: Range<Int>
    /// The offsets of the elements that differ, if both arrays have the same length.
    let replaced: [Int]
    var isEmpty: Bool { old.isEmpty && new.isEmpty }

    init<Element>(from old: [Element], to new: [Element]) {
        self = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                // Arrays with the same buffer are equal. An array without a buffer is empty.
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

/// The elements of two arrays as raw memory. Generic code would look up the type of the elements in each call.
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

/// Returns a function that compares two values of the type at their addresses.
private func equality<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: Value.self).pointee == $1.assumingMemoryBound(to: Value.self).pointee }
}
