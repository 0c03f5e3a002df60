/// How many requests to one server are under way, and which wait until one of those ends. First come, first served.
///
/// libcurl could keep them waiting itself, but it looks at each of them whenever anything moves.
struct ServerQueue {
    private let limit: Int
    private var underWay = 0
    private var waiting: ArraySlice<Exchange> = []

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { underWay == 0 }

    /// Whether it may begin now. Otherwise it waits.
    mutating func enter(_ exchange: Exchange) -> Bool {
        guard underWay < limit else {
            waiting.append(exchange)
            return false
        }
        underWay += 1
        return true
    }

    /// One that was under way has ended. Returns the one that may begin in its place.
    mutating func leave() -> Exchange? {
        while let next = waiting.popFirst() {
            if !next.isOver { return next }
        }
        underWay -= 1
        return nil
    }
}
