import CISReflection

/// Returns whether two values are equal.
///
/// Values of an `Equatable` type are compared with `==`. Others are compared part by part: structs, tuples, enums,
/// collections, dictionaries. There are two differences from `==`: NaN equals NaN, even inside a value, and objects whose
/// class is not `Equatable` are equal if they are identical. Values of different types are never equal. A function is equal
/// only to a copy of itself. Values nested more than 100 deep count as different.
package func areEqual(_ first: Any, _ second: Any) -> Bool {
    Equality().compare(first, second, depth: 0) != .different
}

/// Compares values part by part.
private struct Equality {
    enum Verdict {
        case same, different
        /// Equal part by part, but not by `==`, because of NaN.
        case sameWithNaN
    }

    func compare(_ first: Any, _ second: Any, depth: Int) -> Verdict {
        guard type(of: first) == type(of: second), depth <= 100 else { return .different }
        if let number = first as? any FloatingPoint, number.isNaN {
            return ((second as? any FloatingPoint)?.isNaN ?? false) ? .sameWithNaN : .different
        }
        guard let equal = equatables(first, second) else { return compareParts(first, second, depth: depth) }
        if equal { return .same }
        // `==` decides, unless NaN is the only difference.
        return compareParts(first, second, depth: depth) == .sameWithNaN ? .sameWithNaN : .different
    }

    /// The result of `==`. `nil` if the type is not `Equatable`.
    private func equatables(_ first: Any, _ second: Any) -> Bool? {
        // Optionals are compared without unwrapping, which the cast would do.
        if let first = first as? any Equatable, type(of: first) == type(of: second) {
            return ask(first, second)
        }
        return nil
    }

    private func ask<Value: Equatable>(_ first: Value, _ second: Any) -> Bool? {
        (second as? Value).map { first == $0 }
    }

    private func compareParts(_ first: Any, _ second: Any, depth: Int) -> Verdict {
        let (one, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
        switch one.displayStyle {
        case .class, .foreignReference:
            return first as AnyObject === second as AnyObject ? .same : .different
        // A collection that was copied and not changed still has the same storage. Its elements need not be compared, so
        // that the cost does not grow with what has not changed.
        case .collection where haveSameBits(first, second), .dictionary where haveSameBits(first, second):
            return .same
        case .dictionary:
            return compareEntries(one, other, depth: depth)
        case .enum where one.children.isEmpty || other.children.isEmpty:
            return EnumCaseName.of(first) == EnumCaseName.of(second) ? .same : .different
        case nil where one.children.isEmpty:
            if let type = first as? any Any.Type { return type == second as? any Any.Type ? .same : .different }
            return haveSameBits(first, second) ? .same : .different
        default:
            return compareChildren(one.children, other.children, depth: depth)
        }
    }

    /// Whether two functions have the same code and the same context.
    private func haveSameBits<Value>(_ first: Value, _ second: Any) -> Bool {
        guard let second = second as? Value else { return false }
        return withUnsafeBytes(of: first) { first in
            withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
        }
    }

    /// Compares the parts of two values of the same type. A loop, because values may be nested as deep as a linked list of
    /// an indirect enum is.
    private func compareChildren(_ first: Mirror.Children, _ second: Mirror.Children, depth: Int) -> Verdict {
        var uncompared = [(first, second)]
        var verdict = Verdict.same
        while let (first, second) = uncompared.popLast() {
            guard first.count == second.count else { return .different }
            for (one, other) in zip(first, second) {
                guard one.label == other.label else { return .different }
                if let parts = plainParts(one.value, other.value) {
                    uncompared.append(parts)
                    continue
                }
                switch compare(one.value, other.value, depth: depth + 1) {
                case .different: return .different
                case .sameWithNaN: verdict = .sameWithNaN
                case .same: break
                }
            }
        }
        return verdict
    }

    /// The parts of two values that are equal exactly if their parts are. `nil` for values that are compared otherwise.
    private func plainParts(_ first: Any, _ second: Any) -> (Mirror.Children, Mirror.Children)? {
        guard type(of: first) == type(of: second), !(first is any Equatable) else { return nil }
        let (one, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
        guard !one.children.isEmpty, !other.children.isEmpty else { return nil }
        switch one.displayStyle {
        case .struct, .tuple, .enum, .optional: return (one.children, other.children)
        default: return nil
        }
    }

    private func compareEntries(_ first: Mirror, _ second: Mirror, depth: Int) -> Verdict {
        guard first.children.count == second.children.count else { return .different }
        let others = Dictionary(second.entries, uniquingKeysWith: { first, _ in first })
        var verdict = Verdict.same
        for (key, value) in first.entries {
            guard let other = others[key] else { return .different }
            switch compare(value, other, depth: depth + 1) {
            case .different: return .different
            case .sameWithNaN: verdict = .sameWithNaN
            case .same: break
            }
        }
        return verdict
    }
}

extension Mirror {
    /// The entries of a reflected dictionary.
    var entries: [(AnyHashable, Any)] {
        children.compactMap { child in
            let parts = Array(Mirror(reflecting: child.value).children)
            guard parts.count == 2, let key = parts[0].value as? AnyHashable else { return nil }
            return (key, parts[1].value)
        }
    }
}
