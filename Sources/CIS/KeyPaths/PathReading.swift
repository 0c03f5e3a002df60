/// Decides whether a key path without a stored offset can be read.
///
/// Swift ends a program that reads an element or a forced optional that is not there. So before such a path is read, its
/// parts are read one by one up to the last index or `!`. Valid only as long as the key path.
struct PathReading {
    private var steps: [PathStep] = []
    /// The number of steps up to the last index or `!`.
    private var checkedCount = 0
    /// Whether ``isReadable(in:)`` can tell whether the index or the `!` can be read.
    private(set) var canBeChecked = true
    /// Whether it contains a computed property or a subscript whose code is not known.
    private(set) var runsUnknownCode = true
    /// The stored field with which the path begins. `nil` if it begins with something else.
    private(set) var storedField: (offset: Int, type: Any.Type)?

    /// Whether the path contains an index or `!`.
    var needsCheck: Bool { checkedCount > 0 }

    init(_ path: AnyKeyPath) {
        guard let known = KnownGetters.current, let found = path.steps() else { return }
        steps = found
        for step in steps {
            guard case .field(let offset) = step.kind else { break }
            storedField = ((storedField?.offset ?? 0) + offset, step.type)
        }
        runsUnknownCode = false
        for index in steps.indices {
            steps[index].kind = known.kind(of: steps[index])
            switch steps[index].kind {
            case .force, .element, .uncheckedIndex: checkedCount = index + 1
            case .getter: runsUnknownCode = true
            default: break
            }
        }
        canBeChecked = steps[..<checkedCount].allSatisfy { step in
            switch step.kind {
            case .safe, .getter, .uncheckedIndex: false
            default: true
            }
        }
    }

    // MARK: Checking

    /// Whether each index and each `!` in the path can be read now. `false` if this cannot be told.
    func isReadable(in state: UnsafeRawPointer) -> Bool {
        canBeChecked && isReadable(at: state, from: 0)
    }

    /// Whether an index or a `!` in the path is known not to be there.
    func isGone(in state: UnsafeRawPointer) -> Bool { needsCheck && canBeChecked && !isReadable(in: state) }

    private func isReadable(at address: UnsafeRawPointer, from index: Int) -> Bool {
        guard index < checkedCount else { return true }
        let step = steps[index]
        switch step.kind {
        case .field(let offset): return isReadable(at: address + offset, from: index + 1)
        case .property(let offset):
            let object = address.load(as: UnsafeRawPointer.self)
            return isReadable(at: object + offset, from: index + 1)
        default:
            guard let part = part(step, of: step.owner, at: address) else {
                guard case .chain = step.kind else { return false }
                // After `?`, the rest of the chain is not read. A path that was appended to the chain reads `nil`.
                let end = steps[index...].firstIndex { if case .wrap = $0.kind { true } else { false } }
                guard let end else { return steps[steps.count - 1].type is any ReadableOptional.Type }
                return isReadableInNil(of: steps[end].owner, from: end + 1)
            }
            func isReadable<Part>(_ part: Part) -> Bool {
                withUnsafePointer(to: part) { self.isReadable(at: $0, from: index + 1) }
            }
            // Opened, because a pointer to `Any` does not point to the value.
            return _openExistential(part, do: isReadable)
        }
    }

    private func isReadableInNil<Wrapped>(of _: Wrapped.Type, from index: Int) -> Bool {
        withUnsafePointer(to: Optional<Wrapped>.none) { isReadable(at: $0, from: index) }
    }

    private func part<Owner>(_ step: PathStep, of owner: Owner.Type, at address: UnsafeRawPointer) -> Any? {
        let arguments = step.arguments?.baseAddress
        switch step.kind {
        case .chain, .force: return (owner as? any ReadableOptional.Type)?.wrapped(at: address)
        case .wrap:
            let chain: Owner? = address.assumingMemoryBound(to: Owner.self).pointee
            return .some(chain as Any)
        case .key: return arguments.flatMap { (owner as? any ReadableByKey.Type)?.value(at: address, for: $0) }
        case .element:
            guard let arguments, let owner = owner as? any Collection.Type else { return nil }
            return element(of: owner, at: address, arguments)
        case .first: return (owner as? any Collection.Type).map { first(of: $0, at: address) }
        case .last: return (owner as? any BidirectionalCollection.Type).map { last(of: $0, at: address) }
        case .field, .property, .getter, .uncheckedIndex, .safe: return nil
        }
    }

    private func element<Owner: Collection>(
        of owner: Owner.Type, at address: UnsafeRawPointer, _ index: UnsafeRawPointer
    ) -> Any? {
        let collection = address.assumingMemoryBound(to: Owner.self).pointee
        guard let index = index.loadUnaligned(as: Int.self) as? Owner.Index, index >= collection.startIndex,
            index < collection.endIndex
        else { return nil }
        return collection[index]
    }

    private func first<Owner: Collection>(of owner: Owner.Type, at address: UnsafeRawPointer) -> Any {
        address.assumingMemoryBound(to: Owner.self).pointee.first as Any
    }

    private func last<Owner: BidirectionalCollection>(of owner: Owner.Type, at address: UnsafeRawPointer) -> Any {
        address.assumingMemoryBound(to: Owner.self).pointee.last as Any
    }
}

private protocol ReadableOptional {
    static func wrapped(at address: UnsafeRawPointer) -> Any?
}

extension Optional: ReadableOptional {
    fileprivate static func wrapped(at address: UnsafeRawPointer) -> Any? {
        address.assumingMemoryBound(to: Self.self).pointee.map { $0 as Any }
    }
}

/// A type with a look-up by key that returns an optional.
protocol ReadableByKey {
    /// The value for the key at an address, as an optional.
    static func value(at address: UnsafeRawPointer, for key: UnsafeRawPointer) -> Any
    /// Its getters that cannot trap, beside those of the standard library.
    static var getters: [(path: AnyKeyPath, kind: PathStep.Kind)] { get }
}

extension Dictionary: ReadableByKey {
    static var getters: [(path: AnyKeyPath, kind: PathStep.Kind)] { [] }

    static func value(at address: UnsafeRawPointer, for key: UnsafeRawPointer) -> Any {
        address.assumingMemoryBound(to: Self.self).pointee[key.assumingMemoryBound(to: Key.self).pointee] as Any
    }
}

// MARK: - Reading

/// How an observer reads its key path. Beside these, an offset that is not negative stands for a stored field.
enum PathKind {
    /// Computed without a check.
    static var computed: Int32 { -1 }
    /// Computed if each index and each `!` in it can be read.
    static var checked: Int32 { -2 }
    /// Never computed, because it contains an index or `!` that cannot be checked.
    static var unreadable: Int32 { -3 }
}

/// The kind of a key path that has no stored offset.
@usableFromInline
func pathKind(of path: AnyKeyPath) -> Int32 {
    let reading = PathReading(path)
    return reading.needsCheck ? reading.canBeChecked ? PathKind.checked : PathKind.unreadable : PathKind.computed
}

/// Whether an index or a forced optional in a key path is not there, so that reading it would end the program.
package func isGone<Root>(_ path: PartialKeyPath<Root>, in root: Root) -> Bool {
    guard MemoryLayout<Root>.offset(of: path) == nil else { return false }
    return withUnsafePointer(to: root) { PathReading(path).isGone(in: $0) }
}

/// The value at a key path, or `nil` if an index or a forced optional in the path is not there, or cannot be checked.
package func readableValue<Root, Value>(at path: KeyPath<Root, Value>, in root: Root) -> Value? {
    withUnsafePointer(to: root) { readableValue(at: path, in: UnsafeRawPointer($0)) }
}

/// The same, for a state at an address.
@usableFromInline
func readableValue<State, Value>(at path: KeyPath<State, Value>, in state: UnsafeRawPointer) -> Value? {
    guard PathReading(path).isReadable(in: state) else { return nil }
    return state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
}
