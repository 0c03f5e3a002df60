import CIS
import Foundation

/// Tests the decoder of lists, with the bytes themselves and with items that the bytes determine. Then it makes the
/// changes that the bytes determine to each decoded list, and to a plain array.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let list = try? JSONDecoder().decode(SceneList<Item>.self, from: Data(bytes)) {
        var check = ListCheck(list)
        check.run(ByteReader(bytes))
    }
    var reader = ByteReader(bytes)
    let items = reader.bytes(atMost: 40).map { Item(id: $0, title: reader.byte()) }
    let text = (try? JSONEncoder().encode(items)) ?? Data()
    let list = try? JSONDecoder().decode(SceneList<Item>.self, from: text)
    if (list != nil) != (Set(items.map(\.id)).count == items.count) { fatalError("an id occurs twice: \(items)") }
    var check = ListCheck(list ?? SceneList(items))
    check.run(reader)
    return 0
}

private struct Item: Identifiable, Codable, Equatable {
    var id: UInt8
    var title: UInt8
}

/// A list, and its expected content.
private struct ListCheck {
    private var list: SceneList<Item>
    private var model: [Item]
    private var saved: (list: SceneList<Item>, model: [Item])

    init(_ list: SceneList<Item>) {
        self.list = list
        model = Array(list)
        saved = (list, model)
        compare()
    }

    mutating func run(_ input: ByteReader) {
        var reader = input
        while !reader.isAtEnd {
            step(&reader)
            compare()
        }
    }

    private mutating func step(_ reader: inout ByteReader) {
        switch reader.byte() % 12 {
        case 0, 1:
            let item = Item(id: reader.byte(), title: reader.byte())
            insert(item, at: reader.offset(in: model.count))
        case 2:
            let id = reader.byte()
            let removed = list.remove(id)
            let index = index(id)
            if removed != index.map({ model.remove(at: $0) }) { fatalError("remove \(id)") }
        case 3:
            let offsets = offsets(&reader)
            list.remove(atOffsets: offsets)
            for offset in Set(offsets).sorted().reversed() where model.indices.contains(offset) {
                model.remove(at: offset)
            }
        case 4: move(reader.byte(), to: reader.offset(in: model.count))
        case 5: move(offsets(&reader), to: reader.offset(in: model.count))
        case 6: changeItem(reader.byte(), to: Item(id: reader.byte(), title: reader.byte()))
        case 7:
            list.sort { $0.title < $1.title }
            model.sort { $0.title < $1.title }
        case 8:
            let items = reader.bytes(atMost: 40).map { Item(id: $0, title: reader.byte()) }
            list.replaceAll(with: items)
            model = items.reduce(into: []) { all, item in
                if !all.contains(where: { $0.id == item.id }) { all.append(item) }
            }
        case 9: readAgain()
        case 10: saved = (list, model)
        default: (list, model) = saved
        }
    }

    private func index(_ id: UInt8) -> Int? { model.firstIndex { $0.id == id } }

    private func offsets(_ reader: inout ByteReader) -> [Int] {
        (0..<Int(reader.byte()) % 5).map { _ in reader.offset(in: model.count) }
    }

    private mutating func insert(_ item: Item, at offset: Int) {
        let isNew = index(item.id) == nil
        if list.insert(item, at: offset) != isNew { fatalError("insert \(item)") }
        if isNew { model.insert(item, at: min(max(offset, 0), model.count)) }
    }

    private mutating func move(_ id: UInt8, to offset: Int) {
        list.move(id, to: offset)
        guard let index = index(id) else { return }
        let item = model.remove(at: index)
        model.insert(item, at: min(max(offset, 0), model.count))
    }

    private mutating func move(_ offsets: [Int], to offset: Int) {
        list.move(fromOffsets: offsets, toOffset: offset)
        let moving = Set(offsets).sorted().filter(model.indices.contains)
        let target = min(max(offset, 0), model.count)
        let before = (0..<target).filter { !moving.contains($0) }
        let after = (target..<model.count).filter { !moving.contains($0) }
        model = (before + moving + after).map { model[$0] }
    }

    /// An item that gets the id of another item is dropped, like any item whose id exists already.
    private mutating func changeItem(_ id: UInt8, to item: Item) {
        list.update(id) { $0 = item }
        guard let place = index(id) else { return }
        model.remove(at: place)
        if index(item.id) == nil { model.insert(item, at: place) }
    }

    /// Checks that encoding and decoding results in the same list.
    private mutating func readAgain() {
        do {
            let again = try JSONDecoder().decode(SceneList<Item>.self, from: JSONEncoder().encode(list))
            if again != list { fatalError("read as another list") }
            list = again
        } catch {
            fatalError("cannot be read again: \(error)")
        }
    }

    private func compare() {
        if !list.elementsEqual(model) || list.count != model.count { fatalError("\(Array(list)) and not \(model)") }
        for (index, item) in model.enumerated() {
            if list.index(id: item.id) != index || list[id: item.id] != item {
                fatalError("\(item) is not at \(index)")
            }
        }
    }
}
