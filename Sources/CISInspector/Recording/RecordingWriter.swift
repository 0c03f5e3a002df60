internal import CIS
internal import Foundation
internal import Synchronization

/// Encodes what a recorder has kept, writes it to a file, and keeps the newest lines.
// Unchecked: after its creation it is used on the recorder's serial queue only, except for `waiting`, which is atomic.
final class RecordingWriter: @unchecked Sendable {
    /// The last recorded state of a scene, and how far the last whole state is behind.
    private struct SceneRecord {
        let number: Int
        var state: RecordedValue
        var commits = 0
        var patchBytes = 0
    }

    /// A scene whose `open` line is folded: the members of that line, with the state after the folded lines.
    private struct Folded {
        var line: RecordedValue
        var state: RecordedValue
    }

    /// The number of items that were handed over and are not encoded. Used on any thread.
    let waiting = Atomic<Int>(0)
    private let header: RecordingHeader
    private let limits: Recorder.Limits
    private let values: ValueRecorder
    private var lastNumber = 0
    private var scenes: [UInt64: SceneRecord] = [:]
    private var lastScene = 0
    /// The lines of recent events, by the numbers that the core has given to the events.
    private var lines: [UInt64: (line: Int, via: String?)] = [:]
    private var order: [UInt64] = []

    private var kept: [[UInt8]] = []
    /// The number of lines at the beginning of `kept` that are folded.
    private var foldedInKept = 0
    private var keptBytes = 0
    private var folded: [Int: Folded] = [:]
    private var foldedLines = 0

    private var file: FileHandle?
    private var fileLines = 0
    private var fileSum = Checksum()
    private var problem: (any Error)?
    private var isFinished = false

    /// The number of commits between two whole states.
    static let commitsPerState = 32
    /// The size of the patches between two whole states.
    static let patchBytesPerState = 64 << 10

    init(header: RecordingHeader, _ limits: Recorder.Limits, _ redaction: Redaction, _ file: URL?) {
        self.header = header
        self.limits = limits
        values = ValueRecorder(redaction)
        guard let file else { return }
        do {
            self.file = try Self.create(file)
        } catch {
            problem = error
        }
        write([header.value(folded: 0).bytes])
    }

    /// Creates a file that only its owner can read, or empties it.
    private static func create(_ file: URL) throws -> FileHandle {
        let manager = FileManager.default
        if !manager.fileExists(atPath: file.path) {
            _ = manager.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let handle = try FileHandle(forWritingTo: file)
        // Not for a pipe or a device.
        if try manager.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType == .typeRegular {
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            try handle.truncate(atOffset: 0)
        }
        return handle
    }

    /// Encodes items, oldest first.
    func take(_ items: [RecorderItem]) {
        guard !isFinished else { return }
        let new = items.map { line(of: $0).bytes }
        write(new)
        for bytes in new {
            kept.append(bytes)
            keptBytes += bytes.count
        }
        fold()
    }

    // MARK: Lines

    private func line(of item: RecorderItem) -> RecordedValue {
        lastNumber += 1
        let cause = item.cause.flatMap { lines[$0] }
        remember(item)
        var members: [RecordedValue.Member] = []
        func add(_ key: String, _ value: RecordedValue?) {
            if let value { members.append(RecordedValue.Member(key, value)) }
        }
        add("i", .int(lastNumber))
        add("k", .text(item.kind.rawValue))
        add("t", .int(item.time))
        if item.kind == .done {
            add("of", cause.map { .int($0.line) } ?? .int(0))
            add("how", .text(item.ending.map { "\($0)" } ?? "finished"))
            return .object(members)
        }
        if item.kind == .open {
            lastScene += 1
            scenes[item.scene] = SceneRecord(number: lastScene, state: .null)
        }
        add("s", scenes[item.scene].map { .int($0.number) })
        add("c", cause.map { .int($0.line) })
        add("via", cause?.via.map { .text($0) })
        if item.kind == .open { return .object(members + opened(item)) }
        var isRedacted = false
        // Its number is still needed.
        if item.kind == .stop { scenes[item.scene]?.state = .null }
        if item.kind == .drop { add("what", item.what.map { .text($0.rawValue) }) }
        if item.kind == .drop || item.kind == .cancel { add("reason", item.reason.map { .text($0.rawValue) }) }
        if let value = item.value {
            let form = values.record(event: value)
            add("case", form.caseName.map { .text($0) })
            add("v", form.value)
            add("opaque", form.opaque.map { .text($0) })
            isRedacted = form.isRedacted
        }
        add("at", item.site.map { .text("\($0)") })
        if item.ending == .unheard { add("how", .text("unheard")) }
        if item.kind == .mutation {
            add("d", .int(item.duration))
            add("rev", .number("\(item.revision)"))
            if let state = item.state { members += changed(state, item.scene) }
        }
        if isRedacted { add("redacted", .bool(true)) }
        return .object(members)
    }

    private func remember(_ item: RecorderItem) {
        guard item.number != 0 else { return }
        note(item.number, nil)
        if item.commit != 0 { note(item.commit, "commit") }
        if item.effects != 0 { note(item.effects, "effects") }
        guard order.count / 4 - 1024 > max(limits.events, 1) else { return }
        for number in order.prefix(order.count / 2) { lines[number] = nil }
        order.removeFirst(order.count / 2)
    }

    private func note(_ event: UInt64, _ via: String?) {
        lines[event] = (lastNumber, via)
        order.append(event)
    }

    private func opened(_ item: RecorderItem) -> [RecordedValue.Member] {
        let form = item.state.map { values.record(state: $0) } ?? RecordedForm(value: .null)
        scenes[item.scene]?.state = form.value
        let members: RecordedValue = .object([
            "name": .text(item.identity?.name ?? "a scene"), "place": place(of: item).map { .text($0) },
            "parent": item.parent.flatMap { scenes[$0] }.map { .int($0.number) }, "rev": .int(0),
            "state": form.value, "hash": .text(form.value.hash), "types": item.types?.value,
            "opaque": form.opaque.map { .text($0) }, "redacted": form.isRedacted ? .bool(true) : nil,
        ])
        guard case .object(let list) = members else { return [] }
        return list
    }

    /// Where a scene is in its parent. The id of an element may be marked: if anything is, it is not written.
    private func place(of item: RecorderItem) -> String? {
        guard let place = item.identity?.knownPlace else { return nil }
        guard place.id != nil, !values.redaction.description.isEmpty else { return place.text }
        return "\(place.fieldName) \(lastScene)"
    }

    /// The number of scenes whose states are kept.
    var keptStates: Int { scenes.values.count { $0.state != .null } }

    /// The members that describe the state after a mutation.
    private func changed(_ state: any SceneState, _ scene: UInt64) -> [RecordedValue.Member] {
        let new = values.record(state: state).value
        let hash = RecordedValue.Member("hash", .text(new.hash))
        guard var record = scenes[scene] else { return [hash] }
        let patch = Patch(from: record.state, to: new).value
        record.state = new
        record.commits += 1
        record.patchBytes += patch.bytes.count
        let isDue = record.commits >= Self.commitsPerState || record.patchBytes >= Self.patchBytesPerState
        if isDue { (record.commits, record.patchBytes) = (0, 0) }
        scenes[scene] = record
        return [hash, isDue ? .init("state", new) : .init("patch", patch)]
    }

    // MARK: Bounds

    /// Removes the oldest lines beyond the limits, and applies them to the states with which the recording begins.
    private func fold() {
        while kept.count - foldedInKept > limits.events || keptBytes > limits.bytes, foldedInKept < kept.count {
            let bytes = kept[foldedInKept]
            kept[foldedInKept] = []
            foldedInKept += 1
            keptBytes -= bytes.count
            foldedLines += 1
            if let line = try? RecordedValue.read(bytes[...]) { fold(line) }
        }
        guard foldedInKept > kept.count / 2 else { return }
        kept.removeFirst(foldedInKept)
        foldedInKept = 0
    }

    private func fold(_ line: RecordedValue) {
        guard let scene = line["s"]?.int else { return }
        switch line["k"]?.text {
        case "open": folded[scene] = Folded(line: line, state: line["state"] ?? .null)
        case "stop": folded[scene] = nil
        case "mutation":
            guard var known = folded[scene] else { return }
            if let state = line["state"] {
                known.state = state
            } else if let patch = line["patch"].flatMap(Patch.init(_:)) {
                folded[scene] = nil  // so that the state is not copied
                _ = known.state.apply(patch)
            }
            known.line = known.line.changing(["rev": line["rev"], "hash": line["hash"]])
            folded[scene] = known
        default: break
        }
    }

    // MARK: Output

    /// The recording so far.
    func bytes() -> [UInt8] {
        var bytes = header.value(folded: foldedLines).bytes
        bytes.append(UInt8(ascii: "\n"))
        var count = 1
        for (_, scene) in folded.sorted(by: { $0.key < $1.key }) {
            bytes += scene.line.changing(["state": scene.state]).bytes
            bytes.append(UInt8(ascii: "\n"))
            count += 1
        }
        for line in kept[foldedInKept...] {
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
            count += 1
        }
        return bytes + Self.lastLine(count, Checksum(of: bytes))
    }

    /// Ends the file.
    ///
    /// - Returns: The first error of the file system.
    func finish() -> (any Error)? {
        guard !isFinished else { return problem }
        isFinished = true
        append(Self.lastLine(fileLines, fileSum))
        do { try file?.close() } catch { problem = problem ?? error }
        file = nil
        return problem
    }

    private static func lastLine(_ count: Int, _ sum: Checksum) -> [UInt8] {
        let line: RecordedValue = .object(["k": .text("end"), "lines": .int(count), "sum": .text(sum.text)])
        return line.bytes + [UInt8(ascii: "\n")]
    }

    private func write(_ lines: [[UInt8]]) {
        guard file != nil else { return }
        let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
        fileLines += lines.count
        fileSum.add(bytes)
        append(bytes)
    }

    private func append(_ bytes: [UInt8]) {
        guard problem == nil else { return }
        do { try file?.write(contentsOf: Data(bytes)) } catch { problem = error }
    }
}

extension RecordedValue {
    /// An object with other values for keys that it has.
    fileprivate func changing(_ values: [String: RecordedValue?]) -> RecordedValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member($0.key, (values[$0.key] ?? nil) ?? $0.value) })
    }
}
