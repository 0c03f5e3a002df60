/// A stack of screens in state: the current screen, and below it the screens that led to it.
///
/// An element keeps its identity and its scene until it is popped. A route that is pushed again is a new element. A
/// front end renders ``top``.
public struct SceneStack<Route> {
    /// One screen of a stack.
    public struct Element: Identifiable {
        /// Identifies the element among all that were ever in the stack, and among all that were ever in this place of a
        /// scene's state, if the scene has declared children for it with
        /// ``SceneRuntime/stack(_:make:onOutput:fileID:line:)``.
        ///
        /// If a mutation replaces the stack, new elements get ids that were not used before right after `mutate`. Within
        /// the mutation they are numbered from 1, because `mutate` knows only the new stack. So let `mutate` store no id
        /// of an element in another field, and use an id of the former stack before it assigns another.
        public fileprivate(set) var id: UInt64
        /// The route of the screen.
        public let route: Route
        private(set) var origin = Stamp()

        private enum CodingKeys: CodingKey { case id, route }
    }

    // First in memory, because its bits are compared after each commit.
    private(set) var version = Stamp()
    /// The screens, lowest first.
    public private(set) var elements: [Element] = [] {
        didSet { version = Stamp() }
    }
    private var lastID: UInt64 = 0

    private enum CodingKeys: CodingKey { case elements, lastID }

    /// Creates a stack of screens, lowest first.
    public init(_ routes: [Route] = []) {
        push(routes)
    }

    /// The screen on top.
    public var top: Element? { elements.last }

    /// Whether there is no screen.
    public var isEmpty: Bool { elements.isEmpty }

    /// The routes, lowest first.
    public var routes: [Route] { elements.map(\.route) }

    /// Pushes a screen.
    public mutating func push(_ route: Route) {
        lastID &+= 1
        elements.append(Element(id: lastID, route: route))
    }

    /// Pushes several screens in order, for example for a deep link.
    public mutating func push(_ routes: some Sequence<Route>) {
        for route in routes { push(route) }
    }

    /// Pops the top, if there is one.
    ///
    /// - Returns: The route that was popped.
    @discardableResult
    public mutating func pop() -> Route? {
        elements.popLast()?.route
    }

    /// Pops an element and everything above it. Use it to close a particular screen. Does nothing if the element is not
    /// in the stack.
    ///
    /// In the mutation that assigns another stack, the id of a former element may match a new one; see ``Element/id``.
    ///
    /// - Complexity: O(log *n*) to find the element, and O(number of popped elements).
    public mutating func pop(from id: Element.ID) {
        if let index = index(of: id) { elements.removeSubrange(index...) }
    }

    /// Pops everything above an element. Does nothing if the element is not in the stack; see also ``pop(from:)``.
    public mutating func pop(to id: Element.ID) {
        if let index = index(of: id) { elements.removeSubrange((index + 1)...) }
    }

    /// Pops everything above the topmost screen that matches. Does nothing if none matches.
    public mutating func pop(toLast matches: (Route) -> Bool) {
        guard let index = elements.lastIndex(where: { matches($0.route) }) else { return }
        elements.removeSubrange((index + 1)...)
    }

    /// Pops everything.
    public mutating func popAll() {
        elements = []
    }

    /// Replaces the top with a new element.
    public mutating func replaceTop(with route: Route) {
        pop()
        push(route)
    }
}

extension SceneStack {
    /// The index of an element. Ids ascend from the bottom up.
    func index(of id: Element.ID) -> Int? {
        // Without a scene a stack has no generations. A mutation with an id from a scene can be replayed there.
        let id = generation(of: lastID) == 0 ? pushNumber(of: id) : id
        if let top, top.id == id { return elements.count - 1 }
        let index = elements.partitioningIndex { $0.id >= id }
        return index < elements.count && elements[index].id == id ? index : nil
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element that fulfils the condition, as do all elements behind it; the end if none does.
    /// O(log *n*). The same as the function of this name in swift-algorithms.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: - Generations

// The low half of an id counts the elements that were pushed. In a new stack, and in an earlier one that comes back, the
// next elements get numbers that were used before. `mutate` cannot know that, because it is a function of the state. The
// scene does, and gives such elements a generation, the high half of their ids.

private func pushNumber(of id: UInt64) -> UInt64 { id & (1 << 32 - 1) }
private func generation(of id: UInt64) -> UInt64 { id >> 32 }

extension SceneStack {
    /// What a scene remembers of a stack in its state.
    struct History {
        private var version: UInt64 = 0
        private var origins: [UInt64] = []
        private var greatestID: UInt64 = 0

        /// Remembers the stack after a commit. Returns it with new ids if new elements have ids that were used before,
        /// or would have. O(number of added and removed elements).
        mutating func correct(_ stack: SceneStack) -> SceneStack? {
            guard stack.version.number != version else { return nil }
            var shared = min(origins.count, stack.elements.count)
            while shared > 0, origins[shared - 1] != stack.elements[shared - 1].origin.number { shared -= 1 }
            let new = stack.elements[shared...]
            let isUsed = stack.lastID < greatestID || new.first.map { $0.id <= greatestID } ?? false
            let known = isUsed ? stack.inGeneration(generation(of: greatestID) + 1, from: shared) : stack
            version = known.version.number
            origins.replaceSubrange(shared..., with: new.lazy.map(\.origin.number))
            greatestID = max(greatestID, known.lastID)
            return isUsed ? known : nil
        }

        /// The stack is gone. When it is there again, its elements are new.
        mutating func forgetElements() {
            (version, origins) = (0, [])
        }
    }

    private func inGeneration(_ generation: UInt64, from index: Int) -> SceneStack {
        var stack = self
        var elements = elements
        for index in index..<elements.count {
            elements[index].id = generation << 32 | pushNumber(of: elements[index].id)
        }
        stack.elements = elements
        stack.lastID = generation << 32 | pushNumber(of: lastID)
        return stack
    }
}

extension SceneStack where Route: Equatable {
    /// Replaces the stack with the given screens, lowest first. Counted from the bottom, the elements up to the first
    /// difference keep their identity.
    public mutating func show(_ routes: [Route]) {
        let shared = zip(elements, routes).prefix { $0.0.route == $0.1 }.count
        elements.removeSubrange(shared...)
        push(routes.dropFirst(shared))
    }
}

extension SceneStack: Sendable where Route: Sendable {}

extension SceneStack: Equatable where Route: Equatable {
    /// Whether both have equal elements, and as many were pushed.
    public static func == (lhs: SceneStack, rhs: SceneStack) -> Bool {
        // Generations do not make stacks unequal, so that the states of a scene equal those that a test makes without one.
        lhs.version.number == rhs.version.number
            || lhs.elements.elementsEqual(rhs.elements) { $0.isPushed(like: $1) }
                && pushNumber(of: lhs.lastID) == pushNumber(of: rhs.lastID)
    }
}

extension SceneStack: Hashable where Route: Hashable {
    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(elements)
        hasher.combine(pushNumber(of: lastID))
    }
}

extension SceneStack: Codable where Route: Codable {
    /// Decodes a stack. Throws if the ids of its elements do not ascend, or if its last id is so great that later ids
    /// might overflow.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        elements = try container.decode([Element].self, forKey: .elements)
        lastID = try container.decode(UInt64.self, forKey: .lastID)
        let isAscending = zip(elements, elements.dropFirst()).allSatisfy { $0.id < $1.id }
        guard isAscending, elements.last.map({ $0.id <= lastID }) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .elements, in: container, debugDescription: "The ids of the elements do not ascend.")
        }
        guard lastID <= UInt64(Int64.max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .lastID, in: container, debugDescription: "The last id \(lastID) is too great.")
        }
    }
}

extension SceneStack.Element: Sendable where Route: Sendable {}

extension SceneStack.Element: Equatable where Route: Equatable {
    /// Whether both have the same id and equal routes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        // With the generation, because a `NavigationStack` that compares elements must show the scene of a new one.
        lhs.id == rhs.id && lhs.isPushed(like: rhs)
    }

    fileprivate func isPushed(like other: Self) -> Bool {
        pushNumber(of: id) == pushNumber(of: other.id) && route == other.route && origin == other.origin
    }
}

extension SceneStack.Element: Hashable where Route: Hashable {
    /// Hashes what the `==` of the stack compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pushNumber(of: id))
        hasher.combine(route)
    }
}

extension SceneStack.Element: Codable where Route: Codable {}

extension SceneStack: CustomStringConvertible {
    /// The routes, lowest first.
    public var description: String { "\(routes)" }
}
