/// One step of a key path: from a value to a part of it.
struct PathStep {
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
        /// A computed property or a subscript, by its id. It may read an element that is not there.
        case getter(UInt)

        // A getter of which more is known, see ``KnownGetters``.

        case first
        case last
        /// A subscript that takes a key and returns an optional.
        case key
        /// An element of a collection, by its offset.
        case element
        /// A subscript with an index that cannot be checked.
        case uncheckedIndex
        /// A getter that cannot trap.
        case safe
    }

    var kind: Kind
    /// The arguments of a subscript. Valid as long as the key path.
    let arguments: UnsafeRawBufferPointer?
    /// The type of the value that has the part.
    let owner: Any.Type
    /// The type of the part.
    let type: Any.Type
}

extension AnyKeyPath {
    /// The steps, or `nil` if this version of Swift stores them in another way.
    ///
    /// Swift has no function for this, so the memory of the key path is read. Foundation's predicates do the same, and
    /// on Apple systems its format cannot change, because the compiler puts it into programs. Still, what is read here
    /// is only used if a test of some known paths succeeds; see ``KnownGetters``.
    func steps() -> [PathStep]? {
        let word = MemoryLayout<UInt>.size
        let object = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        // After the header of the object, which has two words, and a pointer to the path as text.
        let size = Int(object.load(fromByteOffset: 3 * word, as: UInt32.self) & 0xFF_FFFF)
        var reader = WordReader(address: object + 4 * word)
        let end = reader.address + size
        var steps: [PathStep] = []
        var owner: Any.Type = Self.rootType
        while reader.address < end {
            guard let (kind, arguments) = reader.step() else { return nil }
            let type = reader.address < end ? unsafeBitCast(reader.word(), to: Any.Type.self) : Self.valueType
            steps.append(PathStep(kind: kind, arguments: arguments, owner: owner, type: type))
            owner = type
        }
        return withExtendedLifetime(self) { reader.address == end ? steps : nil }
    }

    /// The id of the computed property or the subscript with which the path ends.
    fileprivate var getterID: UInt? {
        if case .getter(let id) = steps()?.last?.kind { id } else { nil }
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

    mutating func step() -> (PathStep.Kind, arguments: UnsafeRawBufferPointer?)? {
        let header = half()
        let payload = Int(header & 0x7F_FFFF)
        switch header >> 24 & 0x7F {
        case 1: return offset(payload).map { (.field($0), nil) }
        case 2: return getter(header)
        case 3: return offset(payload).map { (.property($0), nil) }
        case 4 where payload <= 2: return ([.chain, .wrap, .force][payload], nil)
        default: return nil
        }
    }

    private mutating func offset(_ payload: Int) -> Int? {
        // The greatest payload means that the offset follows. The ones before it occur only in unfinished paths.
        payload == 0x7F_FFFF ? Int(half()) : payload < 0x7F_FFFC ? payload : nil
    }

    private mutating func getter(_ header: UInt32) -> (PathStep.Kind, arguments: UnsafeRawBufferPointer?) {
        let id = word()
        _ = word()
        let isSettable = header & 0x40_0000 != 0
        if isSettable { _ = word() }
        let hasArguments = header & 0x08_0000 != 0
        guard hasArguments else { return (.getter(id), nil) }
        let size = Int(word())
        _ = word()
        let isOfOtherModule = header & 0x10 != 0
        if isOfOtherModule { _ = word() }
        defer { address += size }
        return (.getter(id), UnsafeRawBufferPointer(start: address, count: size))
    }
}

/// The getters that cannot trap, by their ids.
struct KnownGetters {
    private var kinds: [UInt: PathStep.Kind] = [:]

    /// `nil` if the steps of key paths cannot be read.
    static let current = KnownGetters()

    /// What is known of a step.
    func kind(of step: PathStep) -> PathStep.Kind {
        guard case .getter(let id) = step.kind else { return step.kind }
        if let kind = kinds[id] { return kind }
        let getters = (step.owner as? any ReadableByKey.Type)?.getters
        if let known = getters?.first(where: { $0.path.getterID == id }) { return known.kind }
        return (step.owner as? any Collection.Type).flatMap { kind(ofSubscript: step, of: $0) } ?? step.kind
    }

    /// A subscript of a collection that returns an element or a slice counts as one with an index. What its arguments are
    /// is not known: `[id: 7]` of the client looks like `[7]`.
    private func kind<Owner: Collection>(ofSubscript step: PathStep, of owner: Owner.Type) -> PathStep.Kind? {
        guard let arguments = step.arguments, !arguments.isEmpty else { return nil }
        return step.type == Owner.SubSequence.self || step.type == Owner.Element.self ? .uncheckedIndex : nil
    }

    private init?() {
        guard Self.canReadPaths else { return nil }
        let getters: [(AnyKeyPath, PathStep.Kind)] = [
            (\[Int].[0], .element), (\ArraySlice<Int>.[0], .element), (\ContiguousArray<Int>.[0], .element),
            (\[Int].first, .first), (\[Int].last, .last), (\[Int].count, .safe), (\[Int].isEmpty, .safe),
            (\[Int: Int].[0], .key), (\[Int: Int].count, .safe), (\[Int: Int].isEmpty, .safe),
            (\Set<Int>.count, .safe), (\Set<Int>.isEmpty, .safe), (\String.count, .safe), (\String.isEmpty, .safe),
        ]
        for (path, kind) in getters {
            if let id = path.getterID { kinds[id] = kind }
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
        let forced = (\Probe.optional!.two as AnyKeyPath).steps() ?? []
        let indexed = indexedPath.steps() ?? []
        guard forced.count == 3, indexed.count == 2, forced[0].type == Probe2?.self, forced[1].owner == Probe2?.self,
            forced[1].type == Probe2.self, forced[2].type == Int.self, indexed[1].owner == [Int].self,
            case .field(MemoryLayout<Probe>.offset(of: \.optional)) = forced[0].kind, case .force = forced[1].kind,
            case .field(MemoryLayout<Probe2>.offset(of: \.two)) = forced[2].kind,
            case .field(MemoryLayout<Probe>.offset(of: \.items)) = indexed[0].kind,
            case .getter = indexed[1].kind, let arguments = indexed[1].arguments,
            arguments.count >= MemoryLayout<Int>.size
        else { return false }
        // The path is kept until here, because its memory holds the arguments.
        return withExtendedLifetime(indexedPath) { arguments.loadUnaligned(as: Int.self) == 7 }
    }
}
