import Foundation

/// Prints how long the stores take, and how much disk they need. Each number is the median of many calls, one after the other,
/// in the folder that is named, or in a temporary one.
func compare<Kind: Stores>(_ kind: Kind.Type, _ name: String, in folder: URL) async throws {
    let folder = folder.appending(path: "movies-stores-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A page of films is about 4 kB, a poster about 20 kB.
    let answers = (0..<500).map { ("page \($0)", bytes(4_096, seed: $0)) }
    let posters = (0..<500).map { ("poster \($0)", bytes(20_480, seed: $0)) }
    var stores = try await kind.init(folder)
    let keepAnswer = try await median(answers) { try await stores.put($0.1, for: $0.0) }
    let keepPoster = try await median(posters) { try await stores.put($0.1, for: $0.0) }
    let save = try await median((0..<200).map { "query \($0 % 15)" }) { try await stores.save($0) }
    // The program starts again.
    let open = try await median(0..<20) { _ in
        stores = try await kind.init(folder)
        guard try await stores.bytes(for: "page 7") == bytes(4_096, seed: 7) else { throw Wrong() }
    }
    let readAnswer = try await median(answers) {
        guard try await stores.bytes(for: $0.0) == $0.1 else { throw Wrong() }
    }
    let readPoster = try await median(posters) {
        guard try await stores.bytes(for: $0.0) == $0.1 else { throw Wrong() }
    }
    let newest = try await median(0..<200) { _ in guard try await stores.newest().count == 10 else { throw Wrong() } }
    let size = try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(0) { sum, path in
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
        return attributes[.type] as? FileAttributeType == .typeRegular ? sum + (attributes[.size] as? Int ?? 0) : sum
    }
    let cells = [open, keepAnswer, readAnswer, keepPoster, readPoster, save, newest].map { "\($0) µs" }
    print("| \(name) | \(cells.joined(separator: " | ")) | \((size + 50_000) / 100_000 * 100) kB |")
}

struct Wrong: Error {}

func bytes(_ count: Int, seed: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }) }

/// The median of the times of the calls, in microseconds.
func median<Items: Collection>(_ items: Items, _ call: (Items.Element) async throws -> Void) async throws -> Int {
    var times: [Duration] = []
    for item in items {
        let start = ContinuousClock.now
        try await call(item)
        times.append(start.duration(to: .now))
    }
    return Int(times.sorted()[times.count / 2] / .microseconds(1))
}

let folder = CommandLine.arguments.dropFirst().first.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
print(
    "| stores | start, first answer | keep answer | read answer | keep poster | read poster | save query | newest | disk |"
)
print("|---|---|---|---|---|---|---|---|---|")
for _ in 0..<3 {
    try await compare(FileStores.self, "files", in: folder)
    try await compare(SQLiteStores.self, "SQLite", in: folder)
}
