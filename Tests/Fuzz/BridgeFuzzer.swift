import CIS
import CISBridge
import Foundation

/// Tests everything that reads a host's bytes: the parsers of JSON, messages and values, and the line splitter. Parsed
/// values are written and parsed again. The difference of two trees must lead from one to the other. A description of
/// types, as in `hello`, is compared with the types of an app.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var splitter = LineSplitter(limit: 200)
    var lines = splitter.take(bytes)
    if let last = splitter.finish() { lines.append(last) }
    let whole = lines
    // If the input arrives in two parts, the lines are the same.
    splitter = LineSplitter(limit: 200)
    let middle = count / 2
    lines = splitter.take(bytes[..<middle]) + splitter.take(bytes[middle...])
    if let last = splitter.finish() { lines.append(last) }
    if lines != whole { fatalError("other lines when cut") }
    var trees: [JSONTree] = []
    for case .message(let line) in lines {
        do throws(WireError) {
            let tree = try JSONReader.read(line, greatestDepth: 64)
            check(tree)
            trees.append(tree)
            compareTypes(tree)
            _ = try TreeDecoder.decode(Everything.self, from: tree, code: .badAction, at: "/action")
        } catch {
            if error.expected.isEmpty { fatalError("an error that does not say what was expected") }
        }
    }
    for (old, new) in zip(trees, trees.dropFirst()) { _ = Difference.between(old, new) }
    return 0
}

/// Checks that a tree that is written and read again is the same.
private func check(_ tree: JSONTree) {
    guard let again = try? JSONReader.read(tree.bytes, greatestDepth: 64), again == tree else {
        fatalError("read as another tree: \(String(decoding: tree.bytes, as: UTF8.self))")
    }
}

/// The types of an app.
private let types: Schema = {
    var builder = SchemaBuilder()
    let action = builder.wireType(of: Everything.self)
    let scene = Schema.Scene(
        name: "s", action: action, state: .named("Everything.Part"), output: .never, input: nil, isChild: false)
    return Schema(scenes: [scene], types: builder.types)
}()

/// Compares the types that a host describes with those of the app, in both directions.
private func compareTypes(_ tree: JSONTree) {
    let description = tree["types"] ?? tree
    guard let host = try? TreeDecoder.decode(Schema.self, from: description, code: .badMessage, at: "/types") else {
        return
    }
    if types.differences(from: host).isEmpty, host.scenes.isEmpty {
        fatalError("a host without scenes, and no difference")
    }
    _ = host.differences(from: types)
    _ = host.differences(from: host)
    for scene in host.scenes where WireType("\(scene.action)") != scene.action {
        fatalError("a type that is read as another: \(scene.action)")
    }
}

/// A value with something of everything.
private indirect enum Everything: Codable {
    struct Part: Codable {
        let id: Int8
        let date: Date
        let data: Data?
        let place: URL?
    }
    case text(String)
    case numbers([Double], small: UInt8?)
    case parts([String: Part])
    case again(Everything)
}
