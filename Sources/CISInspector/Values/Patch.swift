/// The difference between two states, as steps that are applied in order. The order of the members of an object does not
/// count.
struct Patch: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        case set(RecordedValue), remove
        case splice(at: Int, deleted: Int, inserted: [RecordedValue])
    }

    struct Step: Sendable, Hashable {
        let path: [String]
        let change: Change
    }

    private(set) var steps: [Step] = []

    init() {}

    /// One step that replaces the whole value.
    init(setting value: RecordedValue) {
        set(value, at: [])
    }

    /// The steps from one value to another.
    init(from old: RecordedValue, to new: RecordedValue) {
        compare(old, new, [])
    }

    mutating func set(_ value: RecordedValue, at path: [String]) { steps.append(Step(path: path, change: .set(value))) }

    /// Adds the steps from one value to another.
    private mutating func compare(_ old: RecordedValue, _ new: RecordedValue, _ path: [String]) {
        switch (old, new) {
        case (.object(let before), .object(let after)):
            for (index, member) in before.enumerated() where new.value(of: member.key, near: index) == nil {
                steps.append(Step(path: path + [member.key], change: .remove))
            }
            for (index, member) in after.enumerated() {
                switch old.value(of: member.key, near: index) {
                case member.value: break
                case nil: set(member.value, at: path + [member.key])
                case let value?: compare(value, member.value, path + [member.key])
                }
            }
        case (.array(let before), .array(let after)) where before.count == after.count:
            for (index, pair) in zip(before, after).enumerated() where pair.0 != pair.1 {
                compare(pair.0, pair.1, path + ["\(index)"])
            }
        case (.array(let before), .array(let after)):
            let start = zip(before, after).prefix { $0 == $1 }.count
            let rest = min(before.count, after.count) - start
            let end = zip(before.reversed(), after.reversed()).prefix(rest).prefix { $0 == $1 }.count
            let inserted = Array(after[start..<(after.count - end)])
            let change = Change.splice(at: start, deleted: before.count - start - end, inserted: inserted)
            steps.append(Step(path: path, change: change))
        default: if old != new { set(new, at: path) }
        }
    }

    // MARK: JSON

    var value: RecordedValue {
        .array(
            steps.map { step in
                let path = RecordedValue.text(Self.pointer(step.path))
                return switch step.change {
                case .set(let value): .object(["p": path, "v": value])
                case .remove: .object(["p": path])
                case .splice(let index, let deleted, let inserted):
                    .object(["p": path, "at": .int(index), "del": .int(deleted), "ins": .array(inserted)])
                }
            })
    }

    /// The steps for the value at a path. Returns `nil` if the value is not a list of steps.
    init?(_ value: RecordedValue, at outer: [String] = []) {
        guard case .array(let elements) = value else { return nil }
        for element in elements {
            guard let path = element["p"]?.text.flatMap(Self.path) else { return nil }
            var change = element["v"].map { Change.set($0) } ?? .remove
            if let index = element["at"]?.int {
                guard let deleted = element["del"]?.int, case .array(let inserted)? = element["ins"] else { return nil }
                change = .splice(at: index, deleted: deleted, inserted: inserted)
            }
            steps.append(Step(path: outer + path, change: change))
        }
    }

    static func pointer(_ path: [String]) -> String {
        path.map { "/" + replacing(["~": "~0", "/": "~1"], in: $0.utf8) }.joined()
    }

    /// Returns `nil` if there are more keys than the levels that the reader allows.
    private static func path(_ pointer: String) -> [String]? {
        let keys = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard keys.first?.isEmpty ?? true, keys.count <= 129 else { return nil }
        return keys.dropFirst().map { replacing(["~1": "/", "~0": "~"], in: $0) }
    }

    /// Replaces bytes, because a key may begin with a mark that belongs to the character before.
    private static func replacing(_ escapes: KeyValuePairs<String, String>, in text: some Sequence<UInt8>) -> String {
        var bytes = Array(text)
        // Nearly all keys are without such marks, and replacing takes long.
        if bytes.contains(UInt8(ascii: "~")) || bytes.contains(UInt8(ascii: "/")) {
            for (mark, other) in escapes { bytes.replace(Array(mark.utf8), with: Array(other.utf8)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RecordedValue {
    /// The value of a key. It is usually where the same object had it before.
    fileprivate func value(of key: String, near index: Int) -> RecordedValue? {
        let members = self.members
        let isThere = index < members.count && members[index].key.isIdentical(to: key)
        return isThere ? members[index].value : self[key]
    }

    /// Applies a patch. Returns `false`, and may be half changed, if a step does not fit.
    mutating func apply(_ patch: Patch) -> Bool {
        patch.steps.allSatisfy { change(at: $0.path[...], $0.change) }
    }

    private mutating func change(at path: ArraySlice<String>, _ change: Patch.Change) -> Bool {
        guard let key = path.first else {
            switch (change, self) {
            case (.set(let value), _): self = value
            case (.splice(let index, let deleted, let inserted), .array(var elements)):
                guard index >= 0, deleted >= 0, index <= elements.count, deleted <= elements.count - index
                else { return false }
                elements.replaceSubrange(index..<(index + deleted), with: inserted)
                self = .array(elements)
            default: return false
            }
            return true
        }
        switch self {
        case .array(var elements):
            guard let index = Int(key), elements.indices.contains(index) else { return false }
            self = .null  // so that the elements are not copied
            defer { self = .array(elements) }
            return elements[index].change(at: path.dropFirst(), change)
        case .object(var members):
            self = .null
            defer { self = .object(members) }
            let index = members.firstIndex { $0.key.isIdentical(to: key) }
            switch (change, index) {
            case (.remove, let index?) where path.count == 1: members.remove(at: index)
            case (_, let index?): return members[index].value.change(at: path.dropFirst(), change)
            case (.set(let value), nil) where path.count == 1: members.append(Member(key, value))
            default: return false
            }
            return true
        default: return false
        }
    }
}
