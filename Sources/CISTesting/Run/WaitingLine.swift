/// Elements in the order of their rank, and those of equal rank in the order of their arrival. Each has a number. Adding one
/// of the highest rank, finding one by its number, and removing one take constant time, however many wait: a test may hold
/// thousands of calls.
struct WaitingLine<Element: Sendable>: Sendable {
    private var elements: [Int: Element] = [:]
    /// The numbers in order. Those of removed elements stay until there are many of them.
    private var order: [(number: Int, rank: Duration)] = []
    /// The position of the first element in `order`.
    private var head = 0

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    /// The elements in order.
    var all: [Element] {
        var all: [Element] = []
        if elements.isEmpty { return all }
        for index in head..<order.count {
            if let element = elements[order[index].number] { all.append(element) }
        }
        return all
    }

    /// The number and the element at an index. It takes constant time for the first.
    func element(at index: Int) -> (number: Int, element: Element)? {
        guard index >= 0, !elements.isEmpty else { return nil }
        var left = index
        return first { _ in
            left -= 1
            return left < 0
        }
    }

    /// The first element that fits, with its number.
    func first(where fits: (Element) -> Bool) -> (number: Int, element: Element)? {
        for index in head..<order.count {
            let number = order[index].number
            if let element = elements[number], fits(element) { return (number, element) }
        }
        return nil
    }

    mutating func insert(_ element: Element, number: Int, rank: Duration) {
        elements[number] = element
        var (low, high) = (head, order.count)
        if let last = order.last, last.rank <= rank { low = high }
        while low < high {
            let middle = (low + high) / 2
            if order[middle].rank <= rank { low = middle + 1 } else { high = middle }
        }
        order.insert((number, rank), at: low)
    }

    mutating func remove(_ number: Int) -> Element? {
        guard let element = elements.removeValue(forKey: number) else { return nil }
        while head < order.count, elements[order[head].number] == nil { head += 1 }
        // Each removed number is passed over at most twice, so a removal takes constant time on average.
        if order.count > 2 * elements.count + 16 {
            order = order[head...].filter { elements[$0.number] != nil }
            head = 0
        }
        return element
    }
}
