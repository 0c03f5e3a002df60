import Foundation

/// A JSON value that can be compared quickly with the previous one. Its containers are shared between trees and never change.
package enum JSONTree {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array(ArrayNode)
    case object(ObjectNode)

    /// The elements of an array, with the Swift value that they were encoded from.
    package final class ArrayNode {
        package let elements: [JSONTree]
        /// The approximate size of its text in bytes.
        let size: Int
        /// The Swift value that it was encoded from. The next encoding compares Swift values with it.
        let source: (any EncodedSource)?

        init(_ elements: [JSONTree], size: Int, source: (any EncodedSource)? = nil) {
            self.elements = elements
            self.size = size
            self.source = source
        }
    }

    /// The members of an object, in the order of their encoding.
    package final class ObjectNode {
        package let shape: ObjectShape
        package let values: [JSONTree]
        /// The approximate size of its text in bytes.
        let size: Int

        package init(_ shape: ObjectShape, _ values: [JSONTree]) {
            self.shape = shape
            self.values = values
            size = values.reduce(2 + shape.size) { $0 + $1.size }
        }

        package subscript(key: String) -> JSONTree? { shape.index(of: key).map { values[$0] } }

        /// The index of a key that has the same bytes, so that it is the same key for a host, too.
        package func exactIndex(of key: String) -> Int? {
            shape.index(of: key).flatMap { shape.keys[$0].isSameText(as: key) ? $0 : nil }
        }
    }
}

/// A Swift value that a tree was encoded from. It is stored in the tree, and used by the next encoding of the same
/// Swift type.
protocol EncodedSource: AnyObject {}

/// The keys of an object. Objects of the same type share one instance.
package final class ObjectShape {
    package let keys: [String]
    /// The approximate size of the keys' text in bytes, with quotation marks, colons and commas.
    let size: Int
    /// The indices by key. Created only for objects with many members.
    private let indices: [String: Int]

    package init(_ keys: [String]) {
        self.keys = keys
        size = keys.reduce(0) { $0 + $1.utf8.count + 4 }
        // If two keys are equal, the last one is used. Readers refuse such objects.
        indices = keys.count <= 8 ? [:] : Dictionary(zip(keys, keys.indices)) { $1 }
    }

    func hasKeys(_ other: [String]) -> Bool {
        keys.count == other.count && zip(keys, other).allSatisfy { $0.isSameText(as: $1) }
    }

    package func index(of key: String) -> Int? {
        indices.isEmpty ? keys.firstIndex(of: key) : indices[key]
    }
}

extension JSONTree {
    package static func array(_ elements: [JSONTree]) -> JSONTree {
        .array(ArrayNode(elements, size: elements.reduce(2) { $0 + $1.size + 1 }))
    }

    package static func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
        .object(ObjectNode(ObjectShape(members.map(\.key)), members.map(\.value)))
    }

    package static func int(_ value: Int) -> JSONTree { .integer(Int64(value)) }

    /// The approximate size of its text in bytes. Escapes are not counted.
    package var size: Int {
        switch self {
        case .null: 4
        case .bool: 5
        case .integer(let value): value.magnitude < 100 ? 2 : value.magnitude < 100_000 ? 5 : 12
        case .number: 12
        case .text(let text): text.utf8.count + 2
        case .array(let node): node.size
        case .object(let node): node.size
        }
    }

    /// Whether both are the same node or equal scalars. The comparison does not look inside containers.
    func isSame(as other: JSONTree) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        // Compared by bits, which also distinguishes 0 and -0.
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left.isSameText(as: right)
        case (.array(let left), .array(let right)): left === right
        case (.object(let left), .object(let right)): left === right
        default: false
        }
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .text: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONTree: Equatable {
    /// Whether both are the same value. The order of members does not matter.
    package static func == (left: JSONTree, right: JSONTree) -> Bool {
        if left.isSame(as: right) { return true }
        switch (left, right) {
        case (.array(let left), .array(let right)):
            return left.elements.elementsEqual(right.elements)
        case (.object(let left), .object(let right)):
            guard left.values.count == right.values.count else { return false }
            if left.shape === right.shape { return left.values.elementsEqual(right.values) }
            return zip(left.shape.keys, left.values).allSatisfy { key, value in
                right.exactIndex(of: key).map { right.values[$0] == value } ?? false
            }
        default: return false
        }
    }
}

extension JSONTree {
    package subscript(key: String) -> JSONTree? {
        if case .object(let node) = self { node[key] } else { nil }
    }

    package var textValue: String? { if case .text(let text) = self { text } else { nil } }
    package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var arrayValue: [JSONTree]? { if case .array(let node) = self { node.elements } else { nil } }

    /// The value, if it is a whole number that every language can represent exactly.
    package var intValue: Int? {
        switch self {
        case .integer(let value) where value.magnitude <= Self.greatestInteger: Int(exactly: value)
        case .number(let value) where value.magnitude <= Double(Self.greatestInteger): Int(exactly: value)
        default: nil
        }
    }

    /// 2⁵³ − 1. Languages that have only floating-point numbers cannot represent all integers beyond it.
    static var greatestInteger: UInt64 { 9_007_199_254_740_991 }

    /// The maximum number of nested arrays and objects. With more, the call stack could overflow, here or in a host.
    static var greatestDepth: Int { 512 }
}

extension String {
    /// Whether both texts have the same bytes. To Swift, a composed letter equals the decomposed one, and the order of
    /// marks does not always matter. A host may compare texts differently.
    func isSameText(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right -> Bool in
                // The address of an empty text may be `nil`.
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, utf8.count) == 0
            }
        }
        // Used for texts that are not stored as UTF-8.
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
