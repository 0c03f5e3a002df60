import CIS
import CISBridge
import Foundation
import Testing

private let schemaOfEverything = """
    type Everything.Action
      again: _0 Everything.Action
      one: title text
      plain:
      several: itemID integer, at date, tree optional<Everything.Tree>
      unlabelled: _0 text, _1 integer
    type Everything.Box_Int_
      content integer
    type Everything.Colour
      text: red, grün
    type Everything.Level
      integer: 1, 10
    type Everything.Output
      said: what map<bytes>
      twice: _0 integer
    type Everything.Renamed
      1st: _0 integer
    type Everything.State
      colour Everything.Colour
      level Everything.Level
      renamed optional<Everything.Renamed>
      wrapper optional<integer>
      place text
      id text
      portion number
      open boolean
      tags list<text>
      pages SceneStack_String_
      box Everything.Box_Int_
    type Everything.Tree
      children list<Everything.Tree>
    type SceneStack_String_
      elements list<SceneStack_String_.Element>
      lastID integer
    type SceneStack_String_.Element
      id integer
      route text
    """

/// Types with the same name in three functions.
extension JSONEncoder {
    fileprivate struct Line: Encodable { let text: String }
}

private enum Locals {
    static var first: any Any.Type {
        struct Row: Codable { var first: Int }
        return Row.self
    }
    static var second: any Any.Type {
        struct Row: Codable { var second: Int }
        return Row.self
    }
    static var third: any Any.Type {
        struct Row: Codable { var third: Int }
        return Row.self
    }
}

/// The schema has the types of all scenes. A host that was built for other types receives the differences, each of which is fine,
/// risky or impossible. Unknown fields of a message are ignored, and messages of an unknown type are answered with an error.
@MainActor
@Suite struct `B12 schema` {
    @Test func `every kind of type is described as it is on the wire`() throws {
        let schema = Schema([.child(Everything.self)])
        #expect(outline(schema) == schemaOfEverything)
        #expect(schema.scenes.map(\.action) == [.named("Everything.Action")])
    }

    private func outline(_ schema: Schema) -> String {
        schema.types.sorted { $0.key < $1.key }.map { name, type in
            let lines: [String] =
                switch type {
                case .object(let members): members.map { "\($0.name) \($0.type)" }
                case .choice(let cases):
                    cases.map { known in
                        let members = known.members.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
                        return "\(known.name):" + (members.isEmpty ? "" : " \(members)")
                    }
                case .values(let type, let all): ["\(type): \(all.joined(separator: ", "))"]
                case .alias(let type): ["\(type)"]
                }
            return (["type \(name)"] + lines.map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    @Test func `a type of a schema is read as it was written`() {
        let types: [WireType] = [
            .boolean, .never, .list(.optional(.map(.named("A.B")))), .optional(.list(.date)), .any, .bytes,
        ]
        for type in types { #expect(WireType("\(type)") == type) }
        #expect(WireType("list<") == .named("list<"))
        #expect(WireType("list<>") == .list(.named("")))
    }

    @Test(arguments: [65, 60_000])
    func `types that are nested too deeply are an error with the place, and the session continues`(levels: Int) async {
        let host = Host(ShopApp().app)
        let type = String(repeating: "list<", count: levels) + "text" + String(repeating: ">", count: levels)
        let scene = #"{"name":"shop","action":"\#(type)","state":"any","output":"never","isChild":false}"#
        host.send(#"{"type":"hello","v":[1,1],"schema":"other","types":{"scenes":[\#(scene)],"types":{}}}"#)
        let error = await host.next()
        #expect(error["code"] == .text("badMessage"))
        #expect(error["at"] == .text("/types/scenes/0/action"))
        #expect(error["expected"] == .text("a type with at most 64 levels"))
        #expect(await host.connect()["type"] == .text("welcome"))
    }

    @Test func `types that name each other ten thousand deep are compared to a bound, and the session begins`() async {
        let app = BridgedApp {
            BridgedScene("shop") { Shop.assemble(worker: ShopWorker()) }
            BridgedScene.child(Everything.self)
        }
        var old = app.schema
        old.types["Everything.Tree"] = old.types["Everything.Tree"].map { _ in
            .object(members: [TypeDescription.Member(name: "children", type: .list(.named("T0")))])
        }
        for number in 0..<10_000 {
            let next = WireType.list(.named("T\(number + 1)"))
            old.types["T\(number)"] = .object(members: [TypeDescription.Member(name: "children", type: next)])
        }
        var bytes = Array(#"{"type":"hello","v":[1,1],"schema":"other","types":"#.utf8)
        bytes += (try? JSONEncoder().encode(old)) ?? Data()
        let host = Host(app)
        host.session.send(bytes + Array("}".utf8))
        #expect(await host.next()["type"] == .text("welcome"))
        #expect(await host.next()["code"] == .text("otherSchema"))
    }

    @Test func `a member of custom coding that is no property is described as any value`() {
        let schema = Schema([.child(Flattened.self)])
        // The change of a field in a form has a value, although it has no property with that name.
        #expect(
            schema.types["FieldChange_Flattened.Form_"]
                == .object(members: [.init(name: "name", type: .text), .init(name: "value", type: .optional(.any))]))
        #expect(
            outline(schema).contains(
                "type Flattened.State\n  title text\n  price text\n  height optional<any>\n  width optional<any>"))
    }

    @Test func `raw values of types that are only encoded are described as they are on the wire`() throws {
        let types = outline(Schema([.child(Flattened.self)]))
        #expect(types.contains("type Flattened.Level\n  integer: 1, 10\n"))
        #expect(types.contains("type Flattened.Ratio\n  number: 0.5, 1.0\n"))
        // A character cannot be encoded as a raw value.
        #expect(types.contains("type Flattened.Letter\n  a:\n  b:\n"))
        let written = try TreeEncoder.encode(Flattened.Output.changed(.high, .half, .a))
        #expect(written.text == #"{"changed":{"_0":10,"_1":0.5,"_2":{"a":{}}}}"#)
    }

    @Test func `a type whose initializer skips elements, or reads the path and the count, is described`() {
        let schema = Schema([.child(Lenient.self)])
        #expect(
            outline(schema).contains("type Lenient.State\n  rows list<integer>\n  place text\n  counted list<text>"))
    }

    @Test func `types whose names would be one have names of their own`() {
        let schema = Schema([.child(Namesakes.self)])
        #expect(
            outline(schema) == """
                type CISBridgeTests.Namesakes.Box_Swift.Int_
                  content integer
                type Namesakes.Action
                  none:
                type Namesakes.Box_Int_
                  other text
                type Namesakes.Box_Namesakes.MyItem_
                  content Namesakes.MyItem
                type Namesakes.MyCISBridgeTests.Item
                  mine integer
                type Namesakes.MyItem
                  another integer
                type Namesakes.State
                  boxLike Namesakes.Box_Int_
                  box CISBridgeTests.Namesakes.Box_Swift.Int_
                  item Namesakes.MyCISBridgeTests.Item
                  other Namesakes.MyItem
                  inner Namesakes.Box_Namesakes.MyItem_
                """)
    }

    @Test func `a type in an extension of another module's type is named without the extension`() {
        var builder = SchemaBuilder()
        #expect("\(builder.wireType(of: JSONEncoder.Line.self))" == "JSONEncoder.Line")
        #expect("\(builder.wireType(of: [JSONEncoder.Line?].self))" == "list<optional<JSONEncoder.Line>>")
    }

    @Test func `private types of one name in one module are all described`() {
        var builder = SchemaBuilder()
        let names = [Locals.first, Locals.second, Locals.third].map { builder.wireType(of: $0) }
        #expect(Set(names).count == 3)
        let members = names.map { name -> [String] in
            guard case .object(let members)? = builder.types["\(name)"] else { return [] }
            return members.map(\.name)
        }
        #expect(members == [["first"], ["second"], ["third"]])
        #expect(builder.types.count == 3)
    }

    @Test func `the text of a schema is the same at each run, and its hash is that of the welcome`() async throws {
        let shop = ShopApp()
        let host = Host(shop.app)
        let welcome = await host.connect()
        #expect(welcome["schema"]?.textValue == ShopApp().app.schemaHash)
        let decoded = try JSONDecoder().decode(Schema.self, from: Data(shop.app.schemaText.utf8))
        #expect(decoded == shop.app.schema)
        #expect(decoded.scenes.map(\.name) == ["named", "shop"])
    }

    @Test func `the hash of equal types is the same in every process, whatever the order in which they are found`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
        func schema(_ names: [String]) -> Schema {
            Schema(types: Dictionary(uniqueKeysWithValues: names.map { ($0, .alias(.named($0))) }))
        }
        // The order of a dictionary's keys differs from process to process.
        #expect(schema(letters).hash == "51a03f2bbe23b97f")
        #expect(schema(letters.reversed()).hash == "51a03f2bbe23b97f")
    }

    @Test func `a host with other types receives the differences, the worst first, and can continue`() async throws {
        let shop = ShopApp()
        var old = shop.app.schema
        guard case .choice(var cases)? = old.types["Shop.Action"] else { return #expect(Bool(false)) }
        cases.removeAll { $0.name == "tell" }
        cases.append(TypeDescription.Case(name: "whisper", members: []))
        old.types["Shop.Action"] = .choice(cases: cases)
        guard case .object(let members)? = old.types["Shop.Shown"] else { return #expect(Bool(false)) }
        let more = members + [TypeDescription.Member(name: "price", type: .optional(.number))]
        old.types["Shop.Shown"] = .object(members: more)
        let host = Host(shop.app)
        host.send(
            #"{"type":"hello","v":[1,1],"schema":"\#(old.hash)","types":\#(old.text.replacing("\n", with: " "))}"#)
        #expect(await host.next()["type"] == .text("welcome"))
        let error = await host.answer()
        #expect(error["code"] == .text("otherSchema"))
        #expect(error["fatal"] == .bool(false))
        let listed = (error["differences"]?.arrayValue ?? []).map { difference in
            ["grade", "at", "text"].map { difference[$0]?.textValue ?? "" }.joined(separator: "; ")
        }
        #expect(
            listed == [
                "impossible; named action.whisper; the case is gone", "fine; named action.tell; the case is new",
                "fine; named state.price; the member is gone",
            ])
        #expect(await host.open()["type"] == .text("opened"))
    }

    @Test func `a host with other types that does not describe them receives the hashes`() async {
        let host = Host(ShopApp().app)
        await host.connect(schema: "other")
        let error = await host.answer()
        #expect(error["code"] == .text("otherSchema"))
        #expect(error["got"] == .text("the schema other"))
        #expect(error["differences"] == nil)
    }

    @Test func `an invalid description of types is an error with the place`() async {
        let host = Host(ShopApp().app)
        host.send(#"{"type":"hello","v":[1,1],"schema":"other","types":{"scenes":5}}"#)
        let error = await host.next()
        #expect(error["at"] == .text("/types/scenes"))
        #expect(await host.connect()["type"] == .text("welcome"))
    }

    @Test func `a scene that only appears as a child is described, and cannot be opened`() async {
        let app = BridgedApp {
            BridgedScene("shop") { Shop.assemble(worker: ShopWorker()) }
            BridgedScene.child(Detail.self)
        }
        #expect(app.schema.scenes.map(\.isChild) == [true, false])
        let host = Host(app)
        await host.connect()
        let error = await host.open(Detail.bridgedName)
        #expect(error["code"] == .text("unknownName"))
        #expect(error["expected"] == .text("shop"))
    }

    @Test func `unknown members are ignored, and an unknown type is answered`() async {
        let host = await ShopApp().host()
        host.send(#"{"type":"act","ref":1,"scene":1,"n":1,"action":{"nothing":{}},"more":[1]}"#)
        host.send(#"{"type":"juggle"}"#)
        let answers = await host.rest()
        #expect(answers.map(\.type) == ["done", "error"])
        #expect(answers.last?["code"] == .text("unknownType"))
    }
}
