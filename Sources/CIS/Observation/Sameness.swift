/// Whether a value counts as unchanged for observers and readers: its bits are the same, or it is equal to the last one.
///
/// The last value is kept, so memory that it shares with the new one cannot have been changed in place. Beyond `==`:
///
/// - Values that declare children are different if their children are, see ``Stamp``.
/// - A value that is not equal to itself, such as NaN, is unchanged if its bits are, also inside another value.
@inlinable
@inline(__always)
func isUnchanged<Value: Equatable>(_ last: Value, _ value: Value) -> Bool {
    if hasSameBits(last, value) || Stamp.comparing({ last == value }) { return true }
    // Without references, a copy of the value has the same parts, so the comparison with itself finds a part that is
    // not equal to itself.
    if _isPOD(Value.self), value == value { return false }
    return differsOnlyFromItself(last, value)
}

/// Whether two values differ only in parts that are not equal to themselves and whose bits are the same.
@usableFromInline
func differsOnlyFromItself<Value: Equatable>(_ last: Value, _ value: Value) -> Bool {
    // The usual case: a text is equal to itself.
    if Value.self == String.self { return false }
    return difference(last, value, depth: 0) == .fromItself
}

enum Difference {
    case none
    /// Only parts that are not equal to themselves differ.
    case fromItself
    case some
}

func difference<Value>(_ last: Value, _ value: Value, depth: Int) -> Difference {
    if let isEqual = (last as? any Equatable).map({ isEqual($0, value) }), isEqual { return .none }
    if hasSameBits(last, value) { return .fromItself }
    // Deeper values count as different, so that the call stack cannot overflow.
    guard depth < 50 else { return .some }
    if let last = last as? any DifferentiableByElement { return last.difference(from: value, depth: depth + 1) }
    // A type with a mirror of its own may not show all of its parts.
    guard !(value is any CustomReflectable) else { return .some }
    return differenceOfParts(Mirror(reflecting: last), Mirror(reflecting: value), depth: depth + 1)
}

private func isEqual<Value: Equatable>(_ last: Value, _ value: Any) -> Bool {
    (value as? Value).map { value in Stamp.comparing { last == value } } ?? false
}

private func differenceOfParts(_ last: Mirror, _ value: Mirror, depth: Int) -> Difference {
    guard last.displayStyle != .class, last.subjectType == value.subjectType,
        last.children.count == value.children.count
    else { return .some }
    return combined(
        zip(last.children, value.children).lazy.map { last, value in
            last.label == value.label ? partDifference(last.value, value.value, depth: depth) : .some
        })
}

/// Compares two parts whose types are not known.
private func partDifference(_ last: Any, _ value: Any, depth: Int) -> Difference {
    func difference<Part>(from last: Part) -> Difference {
        (value as? Part).map { CIS.difference(last, $0, depth: depth) } ?? .some
    }
    // Opened, because otherwise the type would be `Any`.
    return _openExistential(last, do: difference)
}

/// If all parts are equal, the `==` of the whole has another reason to be `false`.
private func combined(_ parts: some Sequence<Difference>) -> Difference {
    var result = Difference.some
    for part in parts {
        if part == .some { return .some }
        if part == .fromItself { result = .fromItself }
    }
    return result
}

/// A container that is compared element by element.
protocol DifferentiableByElement {
    func difference(from value: Any, depth: Int) -> Difference
}

protocol DifferentiableInOrder: DifferentiableByElement, RandomAccessCollection {}

extension DifferentiableInOrder {
    func difference(from value: Any, depth: Int) -> Difference {
        guard let value = value as? Self, value.count == count else { return .some }
        guard let areEqual = equality(of: Element.self) else {
            return combined(zip(self, value).lazy.map { CIS.difference($0, $1, depth: depth) })
        }
        // Only elements that differ are looked at more closely, which takes a hundred times as long.
        let different = zip(self, value).lazy.filter { !areEqual($0, $1) }
        return combined(different.map { CIS.difference($0, $1, depth: depth) })
    }
}

extension Array: DifferentiableInOrder {}
extension ArraySlice: DifferentiableInOrder {}
extension ContiguousArray: DifferentiableInOrder {}

/// The `==` of a type, looked up once for many values.
private func equality<Value>(of _: Value.Type) -> ((Value, Value) -> Bool)? {
    func equality<Known: Equatable>(of _: Known.Type) -> Any {
        let areEqual: (Known, Known) -> Bool = { one, other in Stamp.comparing { one == other } }
        return areEqual
    }
    return (Value.self as? any Equatable.Type).flatMap { equality(of: $0) as? (Value, Value) -> Bool }
}

extension Dictionary: DifferentiableByElement {
    func difference(from value: Any, depth: Int) -> Difference {
        guard let value = value as? Self, value.count == count else { return .some }
        let known = lazy.compactMap { key, last in value[key].map { CIS.difference(last, $0, depth: depth) } }
        let unknown = differenceInAnyOrder(
            filter { value[$0.key] == nil }, value.filter { self[$0.key] == nil }, depth: depth)
        return combined([unknown] + known)
    }
}

extension Set: DifferentiableByElement {
    func difference(from value: Any, depth: Int) -> Difference {
        guard let value = value as? Self else { return .some }
        return differenceInAnyOrder(subtracting(value), value.subtracting(self), depth: depth)
    }
}

/// Compares keys or elements that cannot be looked up in the other collection, as NaN cannot.
private func differenceInAnyOrder<Elements: Collection>(
    _ last: Elements, _ value: Elements, depth: Int
) -> Difference {
    guard last.count == value.count else { return .some }
    var left = Array(value)
    for element in last {
        let match = left.firstIndex { difference(element, $0, depth: depth) != .some }
        guard let match else { return .some }
        left.remove(at: match)
    }
    return last.isEmpty ? .none : .fromItself
}

@inlinable
@inline(__always)
func hasSameBits<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafePointer(to: one) { one in
        withUnsafePointer(to: other) { hasSameBits(one, $0, MemoryLayout<Value>.size) }
    }
}

/// Compares the bits at two addresses, word by word.
@inlinable
@inline(__always)
func hasSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ size: Int) -> Bool {
    var offset = 0
    while offset + 8 <= size {
        if one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            return false
        }
        offset += 8
    }
    while offset < size {
        if one.load(fromByteOffset: offset, as: UInt8.self) != other.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        offset += 1
    }
    return true
}

/// Whether two values are equal: their bits are, or `==` says so if the type has it. Without `==`, values with different
/// bits count as different, even if they might be equal.
func hasSameValue<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    hasSameBits(lhs, rhs) || (lhs as? any Equatable).map { isEqualAsSameType($0, rhs) } ?? false
}

private func isEqualAsSameType<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
    (rhs as? Value).map { lhs == $0 || differsOnlyFromItself(lhs, $0) } ?? false
}
