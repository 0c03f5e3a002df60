import CIS
import CISBridge
import Foundation

/// A scene with all kinds of types that a schema describes.
enum Everything: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case plain
        case unlabelled(String, Int)
        case one(title: String)
        case several(itemID: Int, at: Date, tree: Tree?)
        indirect case again(Action)
    }
    enum Mutation: Sendable { case none }
    enum Output: Sendable, Encodable {
        case said(what: [String: Data])
        case twice(Int)
    }
    enum Colour: String, Sendable, Codable { case red, green = "grün" }
    enum Level: Int, Sendable, Codable { case low = 1, high = 10 }
    enum Renamed: Sendable, Codable {
        case first(Int)
        private enum CodingKeys: String, CodingKey { case first = "1st" }
    }
    final class Tree: Sendable, Codable {
        let children: [Tree]
        init(children: [Tree]) { self.children = children }
    }
    struct Wrapper: Sendable, Codable {
        let value: Int
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
    struct Part: Encodable { let rest: String }
    struct Box<Content: Codable & Sendable>: Codable, Sendable { let content: Content }
    struct State: SceneState, Codable {
        var colour = Colour.red
        var level = Level.low
        var renamed: Renamed?
        var wrapper: Wrapper?
        var place = URL(filePath: "/")
        var id = UUID()
        var ratio: Float = 0
        var isOpen = false
        var tags: Set<String> = []
        var pages = SceneStack<String>()
        var box = Box(content: 1)
        var secret = 0
        private enum CodingKeys: String, CodingKey {
            case colour, level, renamed, wrapper, place, id, tags, pages, box
            case ratio = "portion", isOpen = "open"
        }
    }
}

/// Unusual decoders of apps. Building a schema must survive them.
enum Lenient: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case none }
    enum Mutation: Sendable { case none }
    struct State: SceneState, Codable {
        var rows = LossyList<Int>()
        var place = Placed()
        var counted = Counted()
    }
    struct LossyList<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
        var elements: [Element] = []
        private struct Skipped: Decodable {}
        init() {}
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let element = try? container.decode(Element.self) {
                    elements.append(element)
                } else {
                    _ = try? container.decode(Skipped.self)
                }
            }
        }
        func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
    }
    struct Placed: Codable, Hashable, Sendable {
        var text = ""
        init() {}
        init(from decoder: any Decoder) throws {
            _ = decoder.codingPath[decoder.codingPath.count - 1].stringValue
            text = try decoder.singleValueContainer().decode(String.self)
        }
        func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
    }
    struct Counted: Codable, Hashable, Sendable {
        var texts: [String] = []
        init() {}
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            guard let count = container.count else { fatalError("a list without a count") }
            for _ in 0..<count { texts.append(try container.decode(String.self)) }
        }
        func encode(to encoder: any Encoder) throws { try texts.encode(to: encoder) }
    }
}

/// Types whose keys are not all properties.
enum Flattened: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case edit(FieldChange<Form>) }
    enum Output: Sendable, Encodable { case changed(Level, Ratio, Letter) }
    enum Level: Int, Sendable, Encodable { case low = 1, high = 10 }
    enum Ratio: Double, Sendable, Encodable { case half = 0.5, whole = 1 }
    enum Letter: Character, Sendable, Encodable { case a = "a", b = "b" }
    struct Form: FormFields {
        var title = ""
        static let fields = [field("title", \.title)]
    }
    enum Mutation: Sendable { case none }
    struct State: SceneState, Codable {
        var title = ""
        var price: Decimal = 0
        var size = [0, 0]
        private enum CodingKeys: CodingKey { case title, price, width, height }
        init() {}
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            title = try members.decode(String.self, forKey: .title)
            price = try members.decode(Decimal.self, forKey: .price)
            size = [try members.decode(Int.self, forKey: .width), try members.decode(Int.self, forKey: .height)]
        }
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(title, forKey: .title)
            try members.encode(price, forKey: .price)
            try members.encode(size[0], forKey: .width)
            try members.encode(size[1], forKey: .height)
        }
    }
}

/// Types whose names are equal without their module, their punctuation, or their enclosing type.
enum Namesakes: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable { case none }
    enum Mutation: Sendable { case none }
    struct Box<Content: Codable & Hashable & Sendable>: Codable, Hashable, Sendable { var content: Content }
    struct Box_Int_: Codable, Hashable, Sendable { var other = "" }
    // A name that ends like the name of the module.
    enum MyCISBridgeTests {
        struct Item: Codable, Hashable, Sendable { var mine = 0 }
    }
    struct MyItem: Codable, Hashable, Sendable { var another = 0 }
    struct State: SceneState, Codable {
        var boxLike = Box_Int_()
        var box = Box(content: 1)
        var item = MyCISBridgeTests.Item()
        var other = MyItem()
        var inner = Box(content: MyItem())
    }
}
