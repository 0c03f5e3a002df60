/// The difference between two states, as steps that are applied in order. The order of the members of an object does not
/// count.
struct Patch: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case set([String], RecordedValue)
        case remove([String])
        case splice([String], at: Int, deleted: Int, inserted: [RecordedValue])
    }

    private(set) var steps: [Step] = []

    /// The steps from one value to another.
    init(from old: RecordedValue, to new: RecordedValue) {
        compare(old, new, [])
    }

    private mutating func compare(_ old: RecordedValue, _ new: RecordedValue, _ path: [String]) {
        guard old != new else { return }
        switch (old, new) {
        case (.object(let oldMembers), .object(let newMembers))
        where oldMembers.count == newMembers.count
            && zip(oldMembers, newMembers).allSatisfy({ $0.key.isIdentical(to: $1.key) }):
            for (before, after) in zip(oldMembers, newMembers) {
                compare(before.value, after.value, path + [after.key])
            }
        case (.object(let oldMembers), .object(let newMembers)):
            for member in oldMembers where new[member.key] == nil { steps.append(.remove(path + [member.key])) }
            for member in newMembers {
                if let before = old[member.key] {
                    compare(before, member.value, path + [member.key])
                } else {
                    steps.append(.set(path + [member.key], member.value))
                }
            }
        case (.array(let oldElements), .array(let newElements)) where oldElements.count == newElements.count:
            for (index, pair) in zip(oldElements, newElements).enumerated() {
                compare(pair.0, pair.1, path + ["\(index)"])
            }
        case (.array(let oldElements), .array(let newElements)):
            let start = zip(oldElements, newElements).prefix { $0 == $1 }.count
            let rest = min(oldElements.count, newElements.count) - start
            let end = zip(oldElements.reversed(), newElements.reversed()).prefix(rest).prefix { $0 == $1 }.count
            steps.append(
                .splice(
                    path, at: start, deleted: oldElements.count - start - end,
                    inserted: Array(newElements[start..<(newElements.count - end)])))
        default: steps.append(.set(path, new))
        }
    }

    // MARK: JSON

    var value: RecordedValue {
        .array(
            steps.map { step in
                switch step {
                case .set(let path, let value): .object(["p": .text(Self.pointer(path)), "v": value])
                case .remove(let path): .object(["p": .text(Self.pointer(path))])
                case .splice(let path, let index, let deleted, let inserted):
                    .object([
                        "p": .text(Self.pointer(path)), "at": .int(index), "del": .int(deleted),
                        "ins": .array(inserted),
                    ])
                }
            })
    }

    /// Returns `nil` if the value is not a list of steps.
    init?(_ value: RecordedValue) {
        guard case .array(let elements) = value else { return nil }
        for element in elements {
            guard let path = element["p"]?.text.flatMap(Self.path) else { return nil }
            if let index = element["at"]?.int {
                guard let deleted = element["del"]?.int, case .array(let inserted)? = element["ins"] else { return nil }
                steps.append(.splice(path, at: index, deleted: deleted, inserted: inserted))
            } else {
                steps.append(element["v"].map { .set(path, $0) } ?? .remove(path))
            }
        }
    }

    static func pointer(_ path: [String]) -> String {
        // Bytes, because a key may begin with a mark that belongs to the character before.
        var bytes: [UInt8] = []
        for key in path {
            bytes.append(UInt8(ascii: "/"))
            for byte in key.utf8 {
                switch byte {
                case UInt8(ascii: "~"): bytes += "~0".utf8
                case UInt8(ascii: "/"): bytes += "~1".utf8
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The greatest number of steps in a path, as many as the reader allows levels.
    private static let greatestDepth = 128

    private static func path(_ pointer: String) -> [String]? {
        if pointer.isEmpty { return [] }
        guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
        let keys = pointer.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard keys.count <= greatestDepth else { return nil }
        return keys.map(key)
    }

    private static func key(_ escaped: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in escaped {
            switch byte {
            case UInt8(ascii: "~") where !isEscaped: isEscaped = true
            case UInt8(ascii: "0") where isEscaped, UInt8(ascii: "1") where isEscaped:
                bytes.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
                isEscaped = false
            default:
                if isEscaped { bytes.append(UInt8(ascii: "~")) }
                isEscaped = false
                bytes.append(byte)
            }
        }
        if isEscaped { bytes.append(UInt8(ascii: "~")) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RecordedValue {
    /// Applies a patch. Returns `false`, and may be half changed, if a step does not fit.
    mutating func apply(_ patch: Patch) -> Bool {
        patch.steps.allSatisfy { step in
            switch step {
            case .set(let path, let value): change(at: path[...], .set(value))
            case .remove(let path): change(at: path[...], .remove)
            case .splice(let path, let index, let deleted, let inserted):
                change(at: path[...], .splice(index, deleted, inserted))
            }
        }
    }

    private enum Change {
        case set(RecordedValue), remove
        case splice(Int, Int, [RecordedValue])
    }

    private mutating func change(at path: ArraySlice<String>, _ change: Change) -> Bool {
        guard let key = path.first else {
            switch (change, self) {
            case (.set(let value), _): self = value
            case (.splice(let index, let deleted, let inserted), .array(var elements)):
                guard index >= 0, deleted >= 0, index <= elements.count, deleted <= elements.count - index else {
                    return false
                }
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
            let fits = elements[index].change(at: path.dropFirst(), change)
            self = .array(elements)
            return fits
        case .object(var members):
            self = .null
            defer { self = .object(members) }
            let index = members.firstIndex { $0.key.isIdentical(to: key) }
            guard path.count == 1 else {
                return index.map { members[$0].value.change(at: path.dropFirst(), change) } ?? false
            }
            switch (change, index) {
            case (.set(let value), let index?): members[index].value = value
            case (.set(let value), nil): members.append(Member(key, value))
            case (.remove, let index?): members.remove(at: index)
            case (.splice, let index?): return members[index].value.change(at: [], change)
            default: return false
            }
            return true
        default: return false
        }
    }
}
