/// A stack of screens in state: where the user is, and how they came there.
///
/// An element keeps its identity, and its scene, until it is popped; a route that is pushed again is a new element.
/// A front end renders ``top``.
public struct SceneStack<Route> {
    /// One screen of a stack.
    public struct Element: Identifiable {
        /// Tells the element apart from all others that were ever in the stack.
        public let id: UInt64
        /// What is shown.
        public let route: Route
        private(set) var origin = Origin()

        private enum CodingKeys: CodingKey { case id, route }
    }

    // First, because followers look at its bits to see whether anything has changed.
    private(set) var version = Origin()
    /// The screens, lowest first.
    public private(set) var elements: [Element] = [] {
        didSet { version = Origin() }
    }
    private var lastID: UInt64 = 0

    private enum CodingKeys: CodingKey { case elements, lastID }

    /// Makes a stack of the given screens, lowest first.
    public init(_ routes: [Route] = []) {
        push(routes)
    }

    /// The screen on top.
    public var top: Element? { elements.last }
    /// What is shown, lowest first.
    public var routes: [Route] { elements.map(\.route) }

    /// Puts a screen on top.
    public mutating func push(_ route: Route) {
        lastID &+= 1
        elements.append(Element(id: lastID, route: route))
    }

    /// Puts several screens on top, one after the other: a deep link as a list of steps.
    public mutating func push(_ routes: some Sequence<Route>) {
        for route in routes { push(route) }
    }

    /// Takes the top off, if there is one.
    ///
    /// - Returns: What was taken off.
    @discardableResult
    public mutating func pop() -> Route? {
        elements.popLast()?.route
    }

    /// Takes off an element, and everything above it: how a screen goes that knows its element. Does nothing if it is not in
    /// the stack.
    ///
    /// - Complexity: O(number of elements taken off), and O(log *n*) to find it.
    public mutating func pop(from id: Element.ID) {
        if let index = index(of: id) { elements.removeSubrange(index...) }
    }

    /// Takes off everything above an element. Does nothing if it is not in the stack.
    public mutating func pop(to id: Element.ID) {
        if let index = index(of: id) { elements.removeSubrange((index + 1)...) }
    }

    /// Takes off everything above the topmost screen that matches. Does nothing if none does.
    public mutating func pop(toLast matches: (Route) -> Bool) {
        guard let index = elements.lastIndex(where: { matches($0.route) }) else { return }
        elements.removeSubrange((index + 1)...)
    }

    /// Takes everything off.
    public mutating func popAll() {
        elements = []
    }

    /// Puts a screen in the place of the top: a new element.
    public mutating func replaceTop(with route: Route) {
        pop()
        push(route)
    }
}

extension SceneStack {
    func element(_ id: Element.ID) -> Element? {
        if let top, top.id == id { return top }
        return index(of: id).map { elements[$0] }
    }

    /// Ids ascend from the bottom up.
    private func index(of id: Element.ID) -> Int? {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < elements.count && elements[low].id == id ? low : nil
    }
}

extension SceneStack where Route: Equatable {
    /// Makes the stack show the given screens, lowest first. Those it shares with the stack as it is, from the bottom
    /// up, keep their identity.
    public mutating func show(_ routes: [Route]) {
        let shared = zip(elements, routes).prefix { $0.0.route == $0.1 }.count
        elements.removeSubrange(shared...)
        push(routes.dropFirst(shared))
    }
}

extension SceneStack: Sendable where Route: Sendable {}
extension SceneStack: Equatable where Route: Equatable {}
extension SceneStack: Hashable where Route: Hashable {}

extension SceneStack: Codable where Route: Codable {
    /// Decodes a stack. One in which elements could not be told apart is refused, wherever it comes from; so is one whose
    /// last id is so great that counting on could come to its end.
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
                forKey: .lastID, in: container, debugDescription: "No stack has counted as far as \(lastID).")
        }
    }
}

extension SceneStack.Element: Sendable where Route: Sendable {}
extension SceneStack.Element: Equatable where Route: Equatable {}
extension SceneStack.Element: Hashable where Route: Hashable {}
extension SceneStack.Element: Codable where Route: Codable {}

extension SceneStack: CustomStringConvertible {
    /// What is shown, lowest first.
    public var description: String { "\(routes)" }
}
