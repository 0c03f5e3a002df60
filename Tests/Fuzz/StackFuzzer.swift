import CIS
import Foundation

/// Tests the decoder of stacks, with the bytes themselves and with elements whose ids the bytes determine. Then it
/// makes the changes that the bytes determine to each decoded stack, and to a plain array.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let stack = try? JSONDecoder().decode(SceneStack<UInt8>.self, from: Data(bytes)) {
        var check = StackCheck(stack)
        check.run(ByteReader(bytes))
    }
    var reader = ByteReader(bytes)
    if let stack = try? JSONDecoder().decode(SceneStack<UInt8>.self, from: Data(chosenStack(&reader).utf8)) {
        var check = StackCheck(stack)
        check.run(reader)
    }
    return 0
}

private func chosenStack(_ reader: inout ByteReader) -> String {
    let elements = reader.bytes(atMost: 4).map { #"{"id":\#(reader.number()),"route":\#($0)}"# }
    return #"{"elements":[\#(elements.joined(separator: ","))],"lastID":\#(reader.number())}"#
}

/// A stack, and its expected content.
private struct StackCheck {
    private var stack: SceneStack<UInt8>
    private var model: [(id: UInt64, route: UInt8)]
    /// All ids that were ever in the stack.
    private var known: Set<UInt64>

    init(_ stack: SceneStack<UInt8>) {
        self.stack = stack
        model = stack.elements.map { ($0.id, $0.route) }
        known = Set(model.map(\.id))
        if known.count != model.count { fatalError("two elements with one id: \(stack.elements)") }
    }

    mutating func run(_ input: ByteReader) {
        var reader = input
        while !reader.isAtEnd { step(&reader) }
    }

    private mutating func step(_ reader: inout ByteReader) {
        switch reader.byte() % 10 {
        case 0: push([reader.byte()]) { $1.push($0[0]) }
        case 1: push(reader.bytes(atMost: 8)) { $1.push($0) }
        case 2: if stack.pop() != model.popLast()?.route { fatalError("pop") }
        case 3:
            let id = chosenID(&reader)
            stack.pop(from: id)
            if let index = model.firstIndex(where: { $0.id == id }) { model.removeSubrange(index...) }
        case 4:
            let id = chosenID(&reader)
            stack.pop(to: id)
            if let index = model.firstIndex(where: { $0.id == id }) { model.removeSubrange((index + 1)...) }
        case 5:
            let route = reader.byte()
            stack.pop(toLast: { $0 == route })
            if let index = model.lastIndex(where: { $0.route == route }) { model.removeSubrange((index + 1)...) }
        case 6:
            stack.popAll()
            model = []
        case 7:
            _ = model.popLast()
            push([reader.byte()]) { $1.replaceTop(with: $0[0]) }
        case 8:
            let routes = reader.bytes(atMost: 8)
            let shared = zip(model, routes).prefix { $0.0.route == $0.1 }.count
            model.removeSubrange(shared...)
            push(Array(routes.dropFirst(shared))) { $1.show(routes) }
        default: readAgain()
        }
        compare()
    }

    /// Returns an id of the stack, or an arbitrary id.
    private func chosenID(_ reader: inout ByteReader) -> UInt64 {
        let place = Int(reader.byte())
        // Without a scene, the high half of an id does not count.
        return model.indices.contains(place) ? model[place].id : reader.number() & UInt64(UInt32.max)
    }

    /// Pushes new elements, and checks that none has an id that was used before.
    private mutating func push(_ routes: [UInt8], by body: ([UInt8], inout SceneStack<UInt8>) -> Void) {
        body(routes, &stack)
        for element in stack.elements.dropFirst(model.count) {
            if !known.insert(element.id).inserted { fatalError("the id \(element.id) was given again") }
            model.append((element.id, element.route))
        }
        if Array(model.map(\.route).suffix(routes.count)) != routes { fatalError("pushed \(routes): \(stack)") }
    }

    /// Checks that encoding and decoding results in the same stack. There is one exception: if a decoded stack had the
    /// greatest accepted number, its later elements have greater ones, and decoding them fails.
    private mutating func readAgain() {
        do {
            let again = try JSONDecoder().decode(SceneStack<UInt8>.self, from: JSONEncoder().encode(stack))
            if again != stack { fatalError("read as another stack") }
            stack = again
        } catch {
            if known.contains(where: { $0 > UInt64(Int64.max) }) { return }
            fatalError("cannot be read again: \(error)")
        }
    }

    private func compare() {
        let isSame =
            stack.elements.count == model.count
            && zip(stack.elements, model).allSatisfy { $0.id == $1.id && $0.route == $1.route }
        if !isSame { fatalError("\(stack.elements) and not \(model)") }
        if stack.top?.id != model.last?.id || stack.routes != model.map(\.route) { fatalError("top or routes") }
        if !zip(model, model.dropFirst()).allSatisfy({ $0.id < $1.id }) { fatalError("ids do not ascend: \(model)") }
    }
}
