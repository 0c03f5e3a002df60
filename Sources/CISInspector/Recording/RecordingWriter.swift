internal import CIS
package import Foundation
internal import Synchronization

/// A file that cannot be written, as a sentence for the user of a program.
package struct UnwritableFile: Error, CustomStringConvertible {
    package let description: String

    package init(_ file: URL, _ why: any Error) {
        let (path, folder) = (file.path, file.deletingLastPathComponent().path)
        let reason =
            if Self.isFolder(path) {
                "it is a folder. Name a file in it."
            } else if !Self.isFolder(folder) {
                "there is no folder \(folder). Make it, or name a file in another folder."
            } else {
                why.localizedDescription
            }
        description = "\(path) cannot be written: \(reason)"
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

/// Encodes what a recorder has kept, writes it to a file, and keeps the newest lines.
// Unchecked: after its creation it is used on the recorder's serial queue only, except for what is atomic.
final class RecordingWriter: @unchecked Sendable {
    /// The last recorded state of a scene, and how far the last whole state is behind.
    private struct SceneRecord {
        let number: Int
        var state: RecordedValue = .null
        var commits = 0
        var patchBytes = 0
    }

    /// A line of a scene, and whether it has the whole state.
    private typealias KeptLine = (kind: RecordedLine.Kind, scene: Int, isWhole: Bool, bytes: [UInt8])

    /// The number of items that were handed over and are not encoded. Used on any thread.
    let waiting = Atomic<Int>(0)
    /// How many bytes of JSON an item of the last batch has, with the state after it. Used on any thread.
    let weight = Atomic<Int>(0)
    private let header: RecordingHeader
    private let limits: Recorder.Limits
    private let values: ValueRecorder
    private var lastNumber = 0
    private var scenes: [UInt64: SceneRecord] = [:]
    private var lastScene = 0
    /// The number of scenes at which those are forgotten that have stopped, and of which no line is kept.
    private var greatestCount = 1024
    /// The lines of recent events, by the numbers that the core has given to the events.
    private var lines: [UInt64: (line: Int, via: String?)] = [:]
    private var order: [UInt64] = []

    private var kept: [KeptLine] = []
    private var keptBytes = 0
    private var stateBytes = 0
    /// The `open` lines of scenes that are folded, with the states after the folded lines.
    private var folded: [Int: RecordedValue] = [:]
    private var foldedLines = 0

    private var file: FileHandle?
    private var fileLines = 0
    private var fileSum = Checksum()
    /// The first error of the file system.
    private(set) var problem: (any Error)?
    private var isFinished = false

    init(header: RecordingHeader, _ limits: Recorder.Limits, _ redaction: Redaction, _ file: URL?) {
        self.header = header
        self.limits = limits
        values = ValueRecorder(redaction)
        guard let file else { return }
        do { self.file = try Self.create(file) } catch { problem = error }
        write([header.value(folded: 0).line])
    }

    /// Creates a file that only its owner can read, or empties it.
    private static func create(_ file: URL) throws -> FileHandle {
        let manager = FileManager.default
        if !manager.fileExists(atPath: file.path) {
            _ = manager.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let handle = try FileHandle(forWritingTo: file)
        // Not for a pipe or a device. The path may be a link, so the file that was opened is asked.
        var status = stat()
        if fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            guard fchmod(handle.fileDescriptor, 0o600) == 0 else { throw CocoaError(.fileWriteNoPermission) }
            try handle.truncate(atOffset: 0)
        }
        return handle
    }

    /// Encodes items, oldest first.
    func take(_ items: [RecorderItem]) {
        guard !isFinished else { return }
        stateBytes = 0
        let new = items.map { line(of: $0) }
        write(new.map(\.bytes))
        kept += new
        let bytes = new.reduce(0) { $0 + $1.bytes.count }
        keptBytes += bytes
        weight.store((bytes + stateBytes) / max(items.count, 1), ordering: .relaxed)
        fold()
    }

    // MARK: Lines

    private func line(of item: RecorderItem) -> KeptLine {
        lastNumber += 1
        // The end of an action or a call has no cause but these.
        let begun = item.cause.flatMap { lines[$0] }
        let isEnd = item.kind.isEnd
        let cause = isEnd ? nil : begun
        note(item.number, nil)
        note(item.commit, "commit")
        note(item.effects, "effects")
        if item.kind == .open {
            lastScene += 1
            scenes[item.scene] = SceneRecord(number: lastScene)
        }
        // Its number is needed until its lines are folded.
        if item.kind == .stop { scenes[item.scene]?.state = .null }
        let opened = item.opened
        // Casts that fail take long.
        let call = item.kind == .call ? item.value as? WorkerCall : nil
        let answer = item.kind == .answer ? item.value as? WorkerAnswer : nil
        let event =
            switch item.kind {
            case .call: call.map { values.record(call: $0) }
            case .answer: answer.flatMap { values.record(answer: $0) }
            default: item.value.map { values.record(event: $0) }
            }
        let state = item.state.map { values.record(state: $0) }
        let new = state.map { change(to: $0.value, item) }
        let form = opened == nil ? event : state
        let isMutation = item.kind == .mutation
        func text(_ text: String?) -> RecordedValue? { text.map { .text($0) } }
        func number(_ number: Int?) -> RecordedValue? { number.map { .int($0) } }
        // 0 for a scene that is forgotten: an action can be dropped long after the stop.
        let scene = scenes[item.scene]?.number ?? 0
        let ending = isEnd || item.ending == .unheard ? item.ending : nil
        let fields: KeyValuePairs<String, RecordedValue?> = [
            "i": number(lastNumber), "k": text(item.kind.rawValue), "t": number(item.time),
            "of": number(isEnd ? begun?.line ?? 0 : nil), "s": number(isEnd ? nil : scene),
            "c": number(cause?.line), "via": text(cause?.via), "what": text(item.what?.rawValue),
            "reason": text(item.reason?.rawValue), "case": text(event?.caseName), "v": event?.value,
            "worker": text(call?.worker), "sync": call?.isAsync == false ? .bool(true) : nil,
            "type": text(answer?.type),
            "at": text(item.site?.description), "name": text(opened?.identity.name),
            "place": text(opened.flatMap { place(of: $0) }),
            "parent": number(opened?.parent.flatMap { scenes[$0]?.number }), "types": opened?.types?.value,
            "how": text(answer?.ending ?? ending.map { "\($0)" }), "d": number(isMutation ? item.duration : nil),
            "rev": number(isMutation || opened != nil ? Int(clamping: item.revision) : nil), "hash": text(new?.hash),
            "opaque": text(form?.opaque), "redacted": form?.isRedacted == true ? .bool(true) : nil,
        ]
        var bytes = RecordedValue.object(fields).bytes
        if let new {
            bytes.removeLast()
            bytes += (new.isWhole ? ",\"state\":" : ",\"patch\":").utf8 + new.json + "}".utf8
        }
        bytes += "\n".utf8
        return (item.kind, scene, new?.isWhole ?? false, bytes)
    }

    /// Remembers the line of an event, and forgets those of the oldest events.
    private func note(_ event: UInt64, _ via: String?) {
        guard event != 0 else { return }
        lines[event] = (lastNumber, via)
        order.append(event)
        guard order.count / 4 - 1024 > limits.events else { return }
        for number in order.prefix(order.count / 2) { lines[number] = nil }
        order.removeFirst(order.count / 2)
    }

    /// Where a scene is in its parent. The id of an element may be marked: if anything is, it is not written.
    private func place(of opened: RecorderItem.Opened) -> String? {
        guard let place = opened.identity.knownPlace else { return nil }
        return place.id == nil || values.redaction.description.isEmpty ? place.text : "\(place.fieldName) \(lastScene)"
    }

    /// The number of scenes whose states are kept, and that of the scenes that are known.
    var keptScenes: (states: Int, all: Int) { (scenes.values.count { $0.state != .null }, scenes.count) }

    /// The change of a scene's state, as JSON. The whole state is written at the beginning, at every 32nd commit, and after
    /// 64 KiB of patches.
    private func change(to new: RecordedValue, _ item: RecorderItem) -> (hash: String, isWhole: Bool, json: [UInt8]) {
        let state = new.bytes
        stateBytes += state.count
        let hash = Checksum(of: state).text
        guard var record = scenes[item.scene] else { return (hash, true, state) }
        let patch = Patch(from: record.state, to: new).value.bytes
        record.state = new
        record.commits += item.kind == .mutation ? 1 : 32
        record.patchBytes += patch.count
        let isDue = record.commits >= 32 || record.patchBytes >= 64 << 10
        if isDue { (record.commits, record.patchBytes) = (0, 0) }
        scenes[item.scene] = record
        return (hash, isDue, isDue ? state : patch)
    }

    /// Removes the oldest lines beyond the limits, and applies them to the states with which the recording begins.
    private func fold() {
        var count = 0
        while kept.count - count > limits.events || keptBytes > limits.bytes, count < kept.count {
            keptBytes -= kept[count].bytes.count
            count += 1
        }
        // A whole state makes the earlier changes of its scene needless. Reading them again takes long.
        var newest: [Int: Int] = [:]
        for (index, line) in kept.prefix(count).enumerated() where line.isWhole { newest[line.scene] = index }
        for (index, line) in kept.prefix(count).enumerated() {
            switch line.kind {
            case .open: folded[line.scene] = try? RecordedValue.read(line.bytes.dropLast())
            case .mutation where index >= newest[line.scene] ?? 0: fold(line.bytes, of: line.scene)
            case .stop: folded[line.scene] = nil
            default: break
            }
        }
        kept.removeFirst(count)
        foldedLines += count
        guard scenes.count > greatestCount else { return }
        let numbers = Set(kept.map(\.scene))
        scenes = scenes.filter { $0.value.state != .null || numbers.contains($0.value.number) }
        greatestCount = max(1024, scenes.count * 2)
    }

    private func fold(_ mutation: [UInt8], of scene: Int) {
        guard let line = try? RecordedValue.read(mutation.dropLast()) else { return }
        var change = line["patch"].flatMap { Patch($0, at: ["state"]) } ?? Patch()
        for key in ["state", "rev", "hash"] { if let value = line[key] { change.set(value, at: [key]) } }
        _ = folded[scene]?.apply(change)
    }

    /// The recording so far.
    func bytes() -> [UInt8] {
        let scenes = folded.sorted { $0.key < $1.key }.map(\.value.line)
        let lines = [header.value(folded: foldedLines).line] + scenes + kept.map(\.bytes)
        let bytes = lines.reduce(into: [UInt8]()) { $0 += $1 }
        return bytes + Self.lastLine(1 + scenes.count + kept.count, Checksum(of: bytes))
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
        RecordedValue.object(["k": .text("end"), "lines": .int(count), "sum": .text(sum.text)]).line
    }

    private func write(_ lines: [[UInt8]]) {
        guard file != nil else { return }
        let bytes = lines.reduce(into: [UInt8]()) { $0 += $1 }
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
    /// The JSON text with the end of the line.
    fileprivate var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }
}
