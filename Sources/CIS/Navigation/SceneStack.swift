/// A stack of screens in state: the current screen, and below it the screens that led to it.
///
/// An element keeps its identity and its scene until it is popped. A route that is pushed again is a new element. A
/// front end renders ``top``.
public struct SceneStack<Route> {
    /// One screen of a stack.
    public struct Element: Identifiable {
        /// Identifies the element among all that were ever in the stack.
        public let id: UInt64
        /// The route of the screen.
        public let route: Route
        private(set) var origin = Origin()

        private enum CodingKeys: CodingKey { case id, route }
    }

    // First in memory, because its bits are compared after each commit.
    private(set) var version = Origin()
    /// The screens, lowest first.
    public private(set) var elements: [Element] = [] {
        didSet { version = Origin() }
    }
    private var lastID: UInt64 = 0

    private enum CodingKeys: CodingKey { case elements, lastID }

    /// Creates a stack of screens, lowest first.
    public init(_ routes: [Route] = []) {
        push(routes)
    }

    /// The screen on top.
    public var top: Element? { elements.last }
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
    /// - Complexity: O(log *n*) to find the element, and O(number of popped elements).
    public mutating func pop(from id: Element.ID) {
        if let index = index(of: id) { elements.removeSubrange(index...) }
    }

    /// Pops everything above an element. Does nothing if the element is not in the stack.
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
        if let top, top.id == id { return elements.count - 1 }
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < elements.count && elements[low].id == id ? low : nil
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
        lhs.elements == rhs.elements && lhs.lastID == rhs.lastID
    }
}

extension SceneStack: Hashable where Route: Hashable {}

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
extension SceneStack.Element: Equatable where Route: Equatable {}
extension SceneStack.Element: Hashable where Route: Hashable {}
extension SceneStack.Element: Codable where Route: Codable {}

extension SceneStack: CustomStringConvertible {
    /// The routes, lowest first.
    public var description: String { "\(routes)" }
}
