import CIS
import CISReflection
import Foundation

/// Creates descriptions of types from the metadata of the Swift runtime.
package struct SchemaBuilder {
    package private(set) var types: [String: TypeDescription] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    package init() {}

    /// Returns the form of a type's values on the wire. Named types that occur in it are added to the schema.
    package mutating func wireType(of type: any Any.Type) -> WireType {
        if let plain = Self.plain(type) { return plain }
        if let container = type as? any WireContainer.Type { return container.wireType { wireType(of: $0) } }
        if let name = names[ObjectIdentifier(type)] { return .named(name) }
        let name = newName(for: type)
        names[ObjectIdentifier(type)] = name
        // Registered before it is described, because a type may contain itself.
        let description = describe(type)
        if case .alias(let other) = description {
            names[ObjectIdentifier(type)] = nil
            return other
        }
        types[name] = description
        return .named(name)
    }

    private static func plain(_ type: any Any.Type) -> WireType? {
        if type is any BinaryInteger.Type { return .integer }
        if type is any BinaryFloatingPoint.Type { return .number }
        switch type {
        case is Bool.Type: return .boolean
        case is String.Type, is URL.Type, is UUID.Type, is Decimal.Type: return .text
        case is Date.Type: return .date
        case is Data.Type: return .bytes
        case is Never.Type: return .never
        default: return hasFields(type) ? nil : .any
        }
    }

    /// Whether a type is a struct, an enum or a class, and not for example a function or an existential type.
    private static func hasFields(_ type: any Any.Type) -> Bool {
        if type is AnyClass { return true }
        let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        return (0x200...0x202).contains(kind)
    }

    /// The name of a type without its module. If another type already has that name, the module is added, and for private
    /// types with the same name a number.
    private func newName(for type: any Any.Type) -> String {
        let full = String(reflecting: type)
            .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
            // A type that is declared in an extension of another module's type.
            .replacing(/\(extension in \w+\):/, with: "")
        // A module stands in front of the type, and of each of its generic arguments.
        let modules = full.matches(of: /(?:^|[<( ])(\w+)\./).map { String($0.1) }
        let own = Self.withoutModules(full, Set(modules + ["Swift", "Foundation", "FoundationEssentials"]))
        let taken = Set(names.values)
        let candidates = [own, full].map { name in
            String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
        }
        if let free = candidates.first(where: { !taken.contains($0) }) { return free }
        // Types with the same full name are private types of one module, in different files or functions.
        var number = 2
        while taken.contains("\(candidates[1])_\(number)") { number += 1 }
        return "\(candidates[1])_\(number)"
    }

    /// Removes module names at the beginning of type names, but not in the middle of an identifier or after a type.
    private static func withoutModules(_ name: String, _ modules: Set<String>) -> String {
        var result = ""
        var rest = name[...]
        while !rest.isEmpty {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            rest = rest.dropFirst(word.count)
            if rest.first == ".", result.last != ".", modules.contains(String(word)) {
                rest = rest.dropFirst()
                continue
            }
            result += word
            if let separator = rest.popFirst() { result.append(separator) }
        }
        return result
    }

    // MARK: Types with names

    private mutating func describe(_ type: any Any.Type) -> TypeDescription {
        let finding = (type as? any Decodable.Type).flatMap { CodingProbe.finding(of: $0) }
        switch finding {
        case .value(let value)?:
            if let all = Self.rawValues(of: type) { return .values(of: wireType(of: value), all: all) }
            return .alias(value == type ? .any : wireType(of: value))
        case .list(let element)?: return .alias(.list(wireType(of: element)))
        case .anyKeys?: return EnumMetadata(type) == nil ? .alias(.map(.any)) : describeFields(type, nil)
        case .keys(let keys)?: return describeFields(type, keys)
        case nil: return describeFields(type, nil)
        }
    }

    /// - Parameter keys: Maps the names in code to the keys on the wire. `nil` if they are the same.
    private mutating func describeFields(_ type: any Any.Type, _ keys: [String: String]?) -> TypeDescription {
        if let metadata = EnumMetadata(type), let names = metadata.caseNames {
            if let all = Self.rawValues(of: type), let raw = Self.encodableRawType(of: type) {
                return .values(of: wireType(of: raw), all: all)
            }
            var cases: [TypeDescription.Case] = []
            for (name, payload) in zip(names, metadata.payloads) {
                guard let key = keys == nil ? name : keys?[name] else { continue }
                cases.append(TypeDescription.Case(name: key, members: members(of: payload)))
            }
            return .choice(cases: cases.sorted { $0.name < $1.name })
        }
        // An enum whose case names are not available.
        guard !Self.isEnum(type) else { return .alias(.any) }
        var members: [TypeDescription.Member] = []
        for field in FieldReflection.fields(of: type) {
            guard let key = keys == nil ? field.name : keys?[field.name] else { continue }
            members.append(TypeDescription.Member(name: key, type: wireType(of: field.type)))
        }
        // The other keys of custom coding. Nothing is known about their values.
        let names = Set(members.map(\.name))
        for key in (keys ?? [:]).values.sorted() where !names.contains(key) {
            members.append(TypeDescription.Member(name: key, type: .optional(.any)))
        }
        return .object(members: members)
    }

    private mutating func members(of payload: [EnumMetadata.Member]?) -> [TypeDescription.Member] {
        (payload ?? []).enumerated().map { index, member in
            TypeDescription.Member(name: member.label ?? "_\(index)", type: wireType(of: member.type))
        }
    }

    private static func isEnum(_ type: any Any.Type) -> Bool {
        !(type is AnyClass) && unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
    }

    /// The raw values of an enum as text, if it has raw values.
    private static func rawValues(of type: any Any.Type) -> [String]? {
        guard let type = type as? any RawRepresentable.Type else { return nil }
        return type.rawTexts
    }

    /// The type of the raw values. `nil` if they cannot be encoded, for example a `Character`. The enum is then encoded as if it
    /// had no raw values.
    private static func encodableRawType(of type: any Any.Type) -> (any Any.Type)? {
        let raw = (type as? any RawRepresentable.Type)?.rawType
        return raw is any Encodable.Type ? raw : nil
    }
}

extension RawRepresentable {
    fileprivate static var rawType: any Any.Type { RawValue.self }

    /// The raw values of all cases as text, if this is an enum without associated values.
    fileprivate static var rawTexts: [String]? {
        guard let metadata = EnumMetadata(Self.self), let names = metadata.caseNames, (1...255).contains(names.count),
            metadata.payloads.allSatisfy({ $0?.isEmpty == true }), MemoryLayout<Self>.size <= 1
        else { return nil }
        // In an enum without payloads, the bits of a case are its index in the list of names.
        if MemoryLayout<Self>.size == 0 { return ["\(unsafeBitCast((), to: Self.self).rawValue)"] }
        return (0..<names.count).map { "\(unsafeBitCast(UInt8($0), to: Self.self).rawValue)" }
    }
}

/// A generic type of the standard library or of the core that contains values of another type.
protocol WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType
}

extension Optional: WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType { .optional(describe(Wrapped.self)) }
}

extension Array: WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType { .list(describe(Element.self)) }
}

extension Set: WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType { .list(describe(Element.self)) }
}

extension SceneList: WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType { .list(describe(Item.self)) }
}

extension Dictionary: WireContainer {
    static func wireType(_ describe: (any Any.Type) -> WireType) -> WireType {
        let hasTextKeys =
            Key.self == String.self || Key.self == Int.self || (Key.self as Any.Type) is any CodingKeyRepresentable.Type
        // Other dictionaries are encoded as a list in which keys and values alternate.
        return hasTextKeys ? .map(describe(Value.self)) : .list(.any)
    }
}
