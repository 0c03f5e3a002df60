/// Elements in the order of their arrival, each with a number. Adding one, finding one by its number, and removing one take
/// constant time, however many wait: a test may hold thousands of calls.
struct WaitingLine<Element: Sendable>: Sendable {
    private var elements: [Int: Element] = [:]
    /// The numbers in the order of arrival. Those of removed elements stay until there are many of them.
    private var order: [Int] = []
    /// The position of the first element in `order`.
    private var head = 0

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    /// The elements in the order of arrival.
    var all: [Element] { order[head...].compactMap { elements[$0] } }

    /// The number and the element at an index. It takes constant time for the first.
    func element(at index: Int) -> (number: Int, element: Element)? {
        guard index >= 0 else { return nil }
        var left = index
        return first { _ in
            left -= 1
            return left < 0
        }
    }

    /// The first element that fits, with its number.
    func first(where fits: (Element) -> Bool) -> (number: Int, element: Element)? {
        for number in order[head...] {
            if let element = elements[number], fits(element) { return (number, element) }
        }
        return nil
    }

    /// The first element for which a value is the least, with its number. Elements without a value are left out.
    func least<Value: Comparable>(_ value: (Element) -> Value?) -> (number: Int, element: Element)? {
        var least: (number: Int, element: Element, value: Value)?
        for number in order[head...] {
            guard let element = elements[number], let value = value(element) else { continue }
            if least.map({ value < $0.value }) ?? true { least = (number, element, value) }
        }
        return least.map { ($0.number, $0.element) }
    }

    mutating func append(_ element: Element, number: Int) {
        elements[number] = element
        order.append(number)
    }

    mutating func remove(_ number: Int) -> Element? {
        guard let element = elements.removeValue(forKey: number) else { return nil }
        while head < order.count, elements[order[head]] == nil { head += 1 }
        // Each removed number is passed over at most twice, so a removal takes constant time on average.
        if order.count > 2 * elements.count + 16 {
            order = order[head...].filter { elements[$0] != nil }
            head = 0
        }
        return element
    }
}
