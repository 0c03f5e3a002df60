#if os(Linux)
/// Limits the running requests to one server. Further requests wait, first in, first out.
///
/// libcurl could queue them itself, but then it would check each waiting request at every event.
struct ServerQueue {
    private let limit: Int
    private var underWay = 0
    private var waiting: ArraySlice<CurlExchange> = []

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { underWay == 0 }

    /// Returns whether a request may begin now. Otherwise it is queued.
    mutating func enter(_ exchange: CurlExchange) -> Bool {
        guard underWay < limit else {
            waiting.append(exchange)
            return false
        }
        underWay += 1
        return true
    }

    /// Forgets a request that was cancelled while it waited, and with it its files.
    mutating func forget(_ exchange: CurlExchange) {
        waiting.removeAll { $0 === exchange }
    }

    /// Records that a running request has ended. Returns the request that may begin in its place. If that one was
    /// cancelled in this moment, the command of its cancellation removes it.
    mutating func leave() -> CurlExchange? {
        if let next = waiting.popFirst() { return next }
        underWay -= 1
        return nil
    }
}
#endif
