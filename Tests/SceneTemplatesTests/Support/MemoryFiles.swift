import SceneTemplates
import Synchronization

/// A file system in memory, which can fail at a given write.
final class MemoryFiles: FileSystem {
    struct DiskFull: Error {}

    private struct Disk {
        var texts: [String: String] = [:]
        var folders: Set<String> = ["/"]
        var links: [String: String] = [:]
        var readOnly: Set<String> = []
        var writesLeft = Int.max
        var removalsFail = false
    }

    private let disk = Mutex(Disk())

    init(_ texts: [String: String] = [:], folders: [String] = [], links: [String: String] = [:]) {
        disk.withLock { disk in
            disk.links = links
            for folder in folders { Self.make(folder, &disk) }
            for (path, text) in texts {
                Self.make(Self.parent(path), &disk)
                disk.texts[path] = text
            }
        }
    }

    /// All files with their text, and all folders, with a slash at the end.
    var contents: [String: String] {
        disk.withLock { disk in
            disk.texts.merging(disk.folders.map { ($0 + "/", "") }) { one, _ in one }
        }
    }

    func fail(afterWrites count: Int, removalsFail: Bool = false) {
        disk.withLock { disk in
            disk.writesLeft = count
            disk.removalsFail = removalsFail
        }
    }

    func put(_ path: String, _ text: String) {
        disk.withLock { disk in
            Self.make(Self.parent(path), &disk)
            disk.texts[path] = text
        }
    }

    func text(_ path: String) -> String? { disk.withLock { $0.texts[path] } }

    func read(_ path: String) throws -> String {
        try disk.withLock { disk in
            guard let text = disk.texts[Self.resolve(path, disk)] else { throw DiskFull() }
            return text
        }
    }

    func create(_ path: String, containing text: String) throws {
        try disk.withLock { disk in
            try Self.count(&disk)
            guard disk.texts[path] == nil else { throw DiskFull() }
            disk.texts[path] = text
        }
    }

    func replace(_ path: String, containing text: String) throws {
        try disk.withLock { disk in
            try Self.count(&disk)
            disk.texts[path] = text
        }
    }

    func isWritable(_ path: String) -> Bool { disk.withLock { !$0.readOnly.contains(path) } }

    func protect(_ path: String) { disk.withLock { _ = $0.readOnly.insert(path) } }

    func createDirectory(_ path: String) throws {
        try disk.withLock { disk in
            try Self.count(&disk)
            _ = disk.folders.insert(path)
        }
    }

    func remove(_ path: String) throws {
        try disk.withLock { disk in
            guard !disk.removalsFail else { throw DiskFull() }
            disk.texts[path] = nil
            disk.folders.remove(path)
        }
    }

    func kind(of path: String) -> FileKind {
        disk.withLock { disk in
            let place = Self.resolve(path, disk)
            if disk.texts[place] != nil { return .file }
            if disk.folders.contains(place) { return .directory }
            return place == path ? .nothing : .brokenLink
        }
    }

    func names(in directory: String) -> [String] {
        disk.withLock { disk in
            let place = Self.resolve(directory, disk)
            let all = Array(disk.texts.keys) + Array(disk.folders) + Array(disk.links.keys)
            return all.filter { Self.parent($0) == place && $0 != "/" }.map {
                String($0.dropFirst(place == "/" ? 1 : place.count + 1))
            }
            .sorted()
        }
    }

    func resolved(_ path: String) -> String { disk.withLock { Self.resolve(path, $0) } }

    private static func count(_ disk: inout Disk) throws {
        guard disk.writesLeft > 0 else { throw DiskFull() }
        disk.writesLeft -= 1
    }

    private static func parent(_ path: String) -> String {
        let steps = path.split(separator: "/").dropLast()
        return "/" + steps.joined(separator: "/")
    }

    private static func make(_ folder: String, _ disk: inout Disk) {
        var place = ""
        for step in folder.split(separator: "/") {
            place += "/" + step
            disk.folders.insert(place)
        }
    }

    private static func resolve(_ path: String, _ disk: Disk) -> String {
        var place = ""
        for step in path.split(separator: "/") {
            switch step {
            case ".": continue
            case "..": place = parent(place) == "/" ? "" : parent(place)
            default: place += "/" + step
            }
            if let target = disk.links[place] { place = target }
        }
        return place.isEmpty ? "/" : place
    }
}
