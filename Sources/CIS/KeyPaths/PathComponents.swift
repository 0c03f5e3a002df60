/// One step of a key path: from a value to a part of it.
struct PathComponent {
    enum Kind {
        /// A stored property, at an offset.
        case field(Int)
        /// A stored property of an object, at an offset.
        case property(Int)
        /// `?`
        case chain
        /// `!`
        case force
        /// Makes the result of an optional chain optional.
        case wrap
        /// A computed property or a subscript.
        case getter(PathGetter)
    }

    let kind: Kind
    /// The type of the value that has the part.
    let owner: Any.Type
    /// The type of the part.
    let type: Any.Type
}

/// A computed property or a subscript in a key path.
struct PathGetter {
    /// Identifies the property or the subscript.
    let id: UInt
    /// The arguments of a subscript. Valid as long as the key path.
    let arguments: UnsafeRawPointer?
    let argumentSize: Int
}

extension AnyKeyPath {
    /// The components, or `nil` if this version of Swift stores them in another way.
    ///
    /// Swift has no function for this, so the memory of the key path is read. Foundation's predicates do the same, and
    /// on Apple systems its format cannot change, because the compiler puts it into programs. Still, what is read here
    /// is only used if a test of some known paths succeeds; see ``KnownGetters``.
    func components() -> [PathComponent]? {
        let word = MemoryLayout<UInt>.size
        let object = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        // After the header of the object, which has two words, and a pointer to the path as text.
        let size = Int(object.load(fromByteOffset: 3 * word, as: UInt32.self) & 0xFF_FFFF)
        var reader = WordReader(address: object + 4 * word)
        let end = reader.address + size
        var components: [PathComponent] = []
        var owner: Any.Type = Self.rootType
        while reader.address < end {
            guard let kind = reader.component() else { return nil }
            let type = reader.address < end ? unsafeBitCast(reader.word(), to: Any.Type.self) : Self.valueType
            components.append(PathComponent(kind: kind, owner: owner, type: type))
            owner = type
        }
        return withExtendedLifetime(self) { reader.address == end ? components : nil }
    }
}

extension AnyKeyPath {
    /// Whether the path ends with this computed property or subscript.
    fileprivate func isOf(_ getter: PathGetter) -> Bool {
        if case .getter(let last) = components()?.last?.kind { last.id == getter.id } else { false }
    }
}

private struct WordReader {
    var address: UnsafeRawPointer

    mutating func half() -> UInt32 {
        defer { address += 4 }
        return address.load(as: UInt32.self)
    }

    mutating func word() -> UInt {
        address = address.alignedUp(for: UInt.self)
        defer { address += MemoryLayout<UInt>.size }
        return address.load(as: UInt.self)
    }

    mutating func component() -> PathComponent.Kind? {
        let header = half()
        let payload = Int(header & 0x7F_FFFF)
        switch header >> 24 & 0x7F {
        case 1: return offset(payload).map { .field($0) }
        case 2: return .getter(getter(header))
        case 3: return offset(payload).map { .property($0) }
        case 4 where payload <= 2: return [.chain, .wrap, .force][payload]
        default: return nil
        }
    }

    private mutating func offset(_ payload: Int) -> Int? {
        // The greatest payload means that the offset follows. The ones before it occur only in unfinished paths.
        payload == 0x7F_FFFF ? Int(half()) : payload < 0x7F_FFFC ? payload : nil
    }

    private mutating func getter(_ header: UInt32) -> PathGetter {
        let id = word()
        _ = word()
        let isSettable = header & 0x40_0000 != 0
        if isSettable { _ = word() }
        let hasArguments = header & 0x08_0000 != 0
        guard hasArguments else { return PathGetter(id: id, arguments: nil, argumentSize: 0) }
        let size = Int(word())
        _ = word()
        let isOfOtherModule = header & 0x10 != 0
        if isOfOtherModule { _ = word() }
        defer { address += size }
        return PathGetter(id: id, arguments: address, argumentSize: size)
    }
}

/// The getters that cannot trap, by their ids.
struct KnownGetters {
    enum Kind {
        case first
        case last
        /// A subscript that takes a key and returns an optional.
        case key
        /// Anything else.
        case other
    }

    private var kinds: [UInt: Kind] = [:]

    /// `nil` if the components of key paths cannot be read.
    static let current = KnownGetters()

    /// The kind of a getter of a type, or `nil` if it is not known.
    func kind(of getter: PathGetter, in owner: Any.Type) -> Kind? {
        if let kind = kinds[getter.id] { return kind }
        return (owner as? any ReadableByKey.Type)?.getters.first { $0.path.isOf(getter) }?.kind
    }

    private init?() {
        guard Self.canReadPaths else { return nil }
        let getters: [(AnyKeyPath, Kind)] = [
            (\[Int].first, .first), (\[Int].last, .last), (\[Int].count, .other), (\[Int].isEmpty, .other),
            (\[Int: Int].[0], .key), (\[Int: Int].count, .other), (\[Int: Int].isEmpty, .other),
            (\Set<Int>.count, .other), (\Set<Int>.isEmpty, .other), (\String.count, .other), (\String.isEmpty, .other),
        ]
        for (path, kind) in getters {
            if case .getter(let getter) = path.components()?.last?.kind { kinds[getter.id] = kind }
        }
    }

    private struct Probe {
        let id: Int
        var optional: Probe2?
        var items: [Int]
    }

    private struct Probe2 {
        let one: Int
        let two: Int
    }

    /// Whether some paths are read as they were written.
    private static var canReadPaths: Bool {
        let indexedPath = \Probe.items[7] as AnyKeyPath
        let forced = (\Probe.optional!.two as AnyKeyPath).components() ?? []
        let indexed = indexedPath.components() ?? []
        guard forced.count == 3, indexed.count == 2, forced[0].type == Probe2?.self, forced[1].owner == Probe2?.self,
            forced[1].type == Probe2.self, forced[2].type == Int.self, indexed[1].owner == [Int].self,
            case .field(MemoryLayout<Probe>.offset(of: \.optional)) = forced[0].kind, case .force = forced[1].kind,
            case .field(MemoryLayout<Probe2>.offset(of: \.two)) = forced[2].kind,
            case .field(MemoryLayout<Probe>.offset(of: \.items)) = indexed[0].kind,
            case .getter(let getter) = indexed[1].kind, getter.argumentSize >= MemoryLayout<Int>.size
        else { return false }
        // The path is kept until here, because its memory holds the arguments.
        return withExtendedLifetime(indexedPath) { getter.arguments?.loadUnaligned(as: Int.self) == 7 }
    }
}
