/// Finds the objects and properties that hold objects which should have been deallocated.
@MainActor
struct HolderSearch {
    private let survivors: [Survivor]
    /// The path to each survivor that a root holds.
    private var paths: [ObjectIdentifier: String] = [:]
    /// For each survivor, the survivors that it holds, with the paths.
    private var reached: [ObjectIdentifier: [(to: ObjectIdentifier, path: String)]] = [:]
    /// Fields whose contents reflection cannot show.
    private var closed: [String] = []

    /// - Parameters:
    ///   - survivors: The objects that should have been deallocated.
    ///   - roots: The objects that may live on.
    init(survivors: [Survivor], roots: [Any]) {
        self.survivors = survivors
        let wanted = Set(survivors.map(\.id))
        for root in roots where !ObjectKind.isOfTools(root) {
            let name = type(of: root) is AnyClass ? "\(type(of: root))" : ""
            for (id, path) in search(from: root, path: name, for: wanted) where paths[id] == nil { paths[id] = path }
        }
        for survivor in survivors {
            reached[survivor.id] = search(from: survivor.object, path: survivor.label, for: wanted)
        }
    }

    /// Finds the paths to the wanted objects. The traversal does not enter these objects.
    private mutating func search(
        from start: Any, path: String, for wanted: Set<ObjectIdentifier>
    ) -> [(to: ObjectIdentifier, path: String)] {
        var walk = ObjectTraversal()
        if type(of: start) is AnyClass {
            walk.enter(References.Held(path: path, object: start as AnyObject))
        } else {
            walk.start(from: start, path: path)
        }
        var found: [(to: ObjectIdentifier, path: String)] = []
        while let held = walk.meet() {
            let id = ObjectIdentifier(held.object)
            if wanted.contains(id) {
                found.append((id, held.path))
            } else if !ObjectKind.isOfTools(held.object) {
                walk.enter(held)
            }
        }
        for path in walk.closed where !closed.contains(path) { closed.append(path) }
        return found
    }

    /// The lines of the message. A survivor gets a line of its own if something outside of the scene holds it, if it holds
    /// itself, or if no holder is found. One more line lists the other survivors.
    var lines: [String] {
        var lines: [String] = []
        var named: Set<ObjectIdentifier> = []
        var explained: Set<ObjectIdentifier> = []
        func name(_ survivor: Survivor, _ reason: String) {
            lines.append("  \(survivor.name) is still alive. \(reason)")
            named.insert(survivor.id)
            explained.formUnion(held(by: survivor.id))
        }
        for survivor in survivors {
            guard let path = paths[survivor.id] else { continue }
            name(survivor, "Held by: \(path) → \(survivor.name)")
        }
        // Survivors that no other survivor holds come first, because they explain the others.
        let outermost = survivors.filter { !isHeldFromOutside($0.id) }
        for survivor in outermost where !explained.contains(survivor.id) {
            if let path = cycle(through: survivor.id) { name(survivor, "It holds itself: \(path)") }
        }
        var isPuzzling = false
        for survivor in outermost where !explained.contains(survivor.id) {
            name(survivor, "No property that can be seen holds it.")
            isPuzzling = true
        }
        let rest = survivors.filter { !named.contains($0.id) }.map(\.name)
        if !rest.isEmpty { lines.append("  Alive because of these: \(rest.joined(separator: ", "))") }
        if isPuzzling { lines.append(hint) }
        return lines
    }

    private var hint: String {
        let general = "  Reflection does not show what closures, tasks and a Mutex hold."
        let remedy =
            "  Name objects that are global or shared by design in expectNoLeaks(besides:), or hold them in "
            + "a property of the scenario's fixture."
        guard !closed.isEmpty else { return "\(general) One of them, or something global, holds it.\n\(remedy)" }
        let listed = closed.prefix(8).map { "\($0) …" }
        return "\(general) Perhaps one of these holds it: \(listed.joined(separator: ", "))\n\(remedy)"
    }

    /// A survivor, and all survivors that it holds directly or indirectly.
    private func held(by id: ObjectIdentifier) -> Set<ObjectIdentifier> {
        var all: Set<ObjectIdentifier> = [id]
        var open = [id]
        while let next = open.popLast() {
            for (other, _) in reached[next] ?? [] where all.insert(other).inserted { open.append(other) }
        }
        return all
    }

    /// Whether another survivor holds this one without being held by it.
    private func isHeldFromOutside(_ id: ObjectIdentifier) -> Bool {
        let mine = held(by: id)
        return survivors.contains { !mine.contains($0.id) && held(by: $0.id).contains(id) }
    }

    /// The shortest path from a survivor back to itself: `interactor.worker.delegate → interactor`.
    private func cycle(through id: ObjectIdentifier) -> String? {
        var ways: [(id: ObjectIdentifier, text: String)] = [(id, "")]
        var seen: Set<ObjectIdentifier> = []
        var next = 0
        while next < ways.count {
            let way = ways[next]
            next += 1
            for (other, path) in reached[way.id] ?? [] {
                // The path begins with the label of its first survivor, which the text contains already.
                let fields = way.text.isEmpty ? path : way.text + path.dropFirst(label(of: way.id).count)
                if other == id { return "\(fields) → \(label(of: id))" }
                if seen.insert(other).inserted { ways.append((other, fields)) }
            }
        }
        return nil
    }

    private func label(of id: ObjectIdentifier) -> String {
        survivors.first { $0.id == id }?.label ?? ""
    }
}
