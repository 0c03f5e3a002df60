import CISReflection

/// The objects that a value holds, as far as reflection shows.
struct References {
    /// A held object, and the fields that lead to it.
    struct Held {
        let path: String
        let object: AnyObject
    }

    /// The objects that are held directly and strongly.
    private(set) var objects: [Held] = []
    /// The fields whose contents reflection cannot show: closures, tasks, noncopyable values.
    private(set) var closed: [String] = []
    /// Whether the fields of a type of this library are visited. Their closures are known by the lines that have
    /// registered them, and their names would say nothing to a user.
    private var isInLibrary = false
    /// The number of values that may still be visited. A larger graph is visited in part.
    private var budget: Int

    /// Starts from the fields of an object.
    init(of object: AnyObject, at path: String, budget: Int) {
        self.budget = budget
        addFields(of: object, type: type(of: object), path: path)
    }

    /// Starts from a value: from the value itself if it is an object, otherwise from its parts.
    init(of value: Any, at path: String, budget: Int) {
        self.budget = budget
        add(value, path: path)
    }

    /// The number of visited values.
    func cost(of budget: Int) -> Int { budget - self.budget }

    private mutating func add(_ value: Any, path: String) {
        guard budget > 0 else { return }
        budget -= 1
        if isPlain(value) || value is String { return }
        if type(of: value) is AnyClass { return objects.append(Held(path: path, object: value as AnyObject)) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection, .set:
            if let elements = value as? any Collection, hasPlainElements(elements) { return }
            for (index, child) in mirror.children.enumerated() { add(child.value, path: "\(path)[\(index)]") }
        case .dictionary:
            for (key, element) in mirror.entries { add(element, path: "\(path)[\(Rendering.summary(of: key.base))]") }
        case .struct:
            if isTask(value) { return close(path) }
            addFields(of: value, type: type(of: value), path: path)
        case nil where mirror.children.isEmpty:
            // A function. It is the only kind of value without parts that can hold objects.
            close(path)
        case .tuple where mirror.children.isEmpty:
            break
        default:
            for child in mirror.children { add(child.value, path: join(path, of: mirror, child.label)) }
        }
    }

    private mutating func addFields(of value: Any, type: Any.Type, path: String) {
        var levels: [Mirror] = []
        var level: Mirror? = Mirror(reflecting: value)
        while let mirror = level {
            levels.insert(mirror, at: 0)
            level = mirror.superclassMirror
        }
        // Fields of the topmost class come first. The children of a type with a custom mirror may not be its fields.
        let isExact = levels.reduce(0) { $0 + $1.children.count } == FieldReflection.count(of: type)
        var index = 0
        let isInside = isInLibrary
        defer { isInLibrary = isInside }
        for mirror in levels {
            isInLibrary = isInside || Self.isOfLibrary(mirror.subjectType)
            for position in mirror.children.indices {
                defer { index += 1 }
                guard !isExact || FieldReflection.isStrong(index, of: type) else { continue }
                let child = mirror.children[position]
                let path = join(path, of: mirror, child.label)
                // Noncopyable values, such as a mutex, are shown without parts.
                if child.value is Void { close(path) } else { add(child.value, path: path) }
            }
        }
    }

    private static func isOfLibrary(_ type: any Any.Type) -> Bool {
        ["CIS", "CISTesting", "CISWorkers", "CISBridge"].contains(String(reflecting: type).prefix { $0 != "." })
    }

    private mutating func close(_ path: String) {
        if !isInLibrary { closed.append(path) }
    }

    private func join(_ path: String, of mirror: Mirror, _ label: String?) -> String {
        guard mirror.displayStyle != .optional, var label else { return path }
        if label.hasPrefix("$__lazy_storage_$_") { label.removeFirst(18) }
        if label.hasPrefix(".") { label.removeFirst() }
        return path.isEmpty ? label : "\(path).\(label)"
    }

    /// Whether a value holds no references.
    private func isPlain<Value>(_ value: Value) -> Bool { _isPOD(Value.self) }

    private func hasPlainElements<Elements: Collection>(_ elements: Elements) -> Bool {
        _isPOD(Elements.Element.self) || Elements.Element.self == String.self
    }

    private func isTask(_ value: Any) -> Bool { "\(type(of: value))".hasPrefix("Task<") }
}
