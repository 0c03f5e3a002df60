/// The parts in which two values differ.
package enum StateDifference {
    /// The paths of what changed, down to single fields: `domainState.attachedImages[2].name`.
    ///
    /// The path ends at the whole value, and not at one of its parts, if the value is a set, a collection whose count
    /// differs, a dictionary whose keys differ, an optional that became or ceased to be `nil`, or an enum whose case
    /// differs. The same is true for a value whose parts are all equal. The path of a field in an enum's payload
    /// contains the case: `phase.failed.reason`. The path of the whole state is `self`.
    ///
    /// - Parameters:
    ///   - old: The value before.
    ///   - new: The value after.
    ///   - limit: The maximum number of paths.
    ///   - isSame: Whether two parts count as equal although they differ.
    /// - Complexity: O(size of the values) times the depth at which they differ.
    package static func paths(
        from old: Any, to new: Any, limit: Int = 1_000, unless isSame: @escaping (Any, Any) -> Bool = { _, _ in false }
    ) -> [String] {
        var finder = Finder(limit: limit, isSame: isSame)
        finder.compare(old, new, path: "", depth: 0)
        return finder.paths
    }

    /// Whether one path is a part of the other. For example, asserting the count of a list counts as asserting the list.
    static func overlap(_ a: String, _ b: String) -> Bool {
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        return long == short || long.hasPrefix(short + ".") || long.hasPrefix(short + "[") || short.isEmpty
    }

    private struct Finder {
        let limit: Int
        let isSame: (Any, Any) -> Bool
        var paths: [String] = []
        /// The number of parts that differ, and count as equal.
        var excused = 0

        mutating func compare(_ old: Any, _ new: Any, path: String, depth: Int) {
            guard paths.count < limit, !areEqual(old, new) else { return }
            guard !isSame(old, new) else { return excused += 1 }
            let (count, excusedBefore) = (paths.count, excused)
            if depth < 100, type(of: old) == type(of: new) { compareParts(old, new, path: path, depth: depth + 1) }
            if paths.count == count, excused == excusedBefore { paths.append(path.isEmpty ? "self" : path) }
        }

        private mutating func compareParts(_ old: Any, _ new: Any, path: String, depth: Int) {
            let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
            guard before.children.count == after.children.count else { return }
            switch before.displayStyle {
            case .optional:
                compareAll(before, after, depth: depth) { _, _ in path }
            case .struct where !isOpaque(old), .tuple:
                compareAll(before, after, depth: depth) { label, index in
                    Self.join(path, label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(index)")
                }
            case .enum where before.children.first?.label == after.children.first?.label:
                compareAll(before, after, depth: depth) { label, _ in Self.join(path, label ?? "") }
            case .collection:
                compareAll(before, after, depth: depth) { _, index in "\(path)[\(index)]" }
            case .dictionary:
                compareEntries(before, after, path: path, depth: depth)
            default: break
            }
        }

        /// Whether the value is of a type of the library, whose parts are not shown.
        private func isOpaque(_ value: Any) -> Bool {
            String(reflecting: type(of: value)).hasPrefix("CIS.")
        }

        private mutating func compareAll(
            _ old: Mirror, _ new: Mirror, depth: Int, path: (String?, Int) -> String
        ) {
            for (index, (before, after)) in zip(old.children, new.children).enumerated() {
                compare(before.value, after.value, path: path(before.label, index), depth: depth)
            }
        }

        private mutating func compareEntries(_ old: Mirror, _ new: Mirror, path: String, depth: Int) {
            let after = Dictionary(new.entries, uniquingKeysWith: { first, _ in first })
            let entries = old.entries.compactMap { key, before in
                after[key].map { (key: Rendering.summary(of: key.base), before: before, after: $0) }
            }
            guard entries.count == old.children.count else { return }
            for entry in entries.sorted(by: { $0.key < $1.key }) {
                compare(entry.before, entry.after, path: "\(path)[\(entry.key)]", depth: depth)
            }
        }

        private static func join(_ path: String, _ label: String) -> String {
            path.isEmpty ? label : "\(path).\(label)"
        }
    }
}
