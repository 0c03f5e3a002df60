import Foundation
import Synchronization

/// The smallest app that serves a host: it uses Foundation's coders and tasks, and its messages carry only one state. It has
/// no sessions, no windows, no errors and no numbered actions. To find a change, it compares the one field that can change.
@MainActor
final class LeastApp {
    enum Kind { case patch, done }

    private struct Waiting: Sendable {
        var inbox: [Data] = []
        var isDraining = false
        var outbox: [(Kind, Data)] = []
        var reader: CheckedContinuation<(Kind, Data), Never>?
    }

    /// A message of a host: an action or an acknowledgement.
    private struct Message: Decodable {
        let type: String
        let scene: Int
        var ref: Int?
        var n: Int?
        var rev: Int?
        var action: BridgedTable.Action?
    }

    private struct Patch: Encodable {
        struct Step: Encodable {
            var op = "replace"
            let path: String
            let value: Int
        }
        var type = "patch"
        var scene = 1
        let base: Int
        let rev: Int
        let ops: [Step]
    }

    private struct Done: Encodable {
        var type = "done"
        let ref: Int
        var end = "finished"
        let rev: Int
    }

    private nonisolated let waiting = Mutex(Waiting())
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()
    private var state = BridgedTable.State()
    private var sent = BridgedTable.State()
    private var revision = 0
    private var isAcknowledged = true

    // MARK: Any thread

    nonisolated func send(_ text: String) {
        let mustDrain = waiting.withLock { waiting in
            waiting.inbox.append(Data(text.utf8))
            defer { waiting.isDraining = true }
            return !waiting.isDraining
        }
        if mustDrain { Task { @MainActor in drain() } }
    }

    nonisolated(nonsending) func next() async -> (Kind, Data) {
        await withCheckedContinuation { continuation in
            let message: (Kind, Data)? = waiting.withLock { waiting in
                if !waiting.outbox.isEmpty { return waiting.outbox.removeFirst() }
                waiting.reader = continuation
                return nil
            }
            if let message { continuation.resume(returning: message) }
        }
    }

    private nonisolated func put(_ kind: Kind, _ bytes: Data) {
        let reader = waiting.withLock { waiting in
            let reader = waiting.reader.take()
            if reader == nil { waiting.outbox.append((kind, bytes)) }
            return reader
        }
        reader?.resume(returning: (kind, bytes))
    }

    // MARK: Main actor

    private func drain() {
        let messages = waiting.withLock { waiting in
            defer { (waiting.inbox, waiting.isDraining) = ([], false) }
            return waiting.inbox
        }
        for bytes in messages { handle(bytes) }
    }

    private func handle(_ bytes: Data) {
        guard let message = try? decoder.decode(Message.self, from: bytes) else { return }
        if message.rev == revision { isAcknowledged = true }
        guard let action = message.action, let ref = message.ref else { return }
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await run(action, ref) }
        } else {
            Task { await run(action, ref) }
        }
    }

    private func run(_ action: BridgedTable.Action, _ ref: Int) async {
        await perform(action)
        if state.title != sent.title, isAcknowledged {
            let steps = [Patch.Step(path: "/title", value: state.title)]
            if let bytes = try? encoder.encode(Patch(base: revision, rev: revision + 1, ops: steps)) {
                put(.patch, bytes)
            }
            (sent, revision, isAcknowledged) = (state, revision + 1, false)
        }
        if let bytes = try? encoder.encode(Done(ref: ref, rev: revision)) { put(.done, bytes) }
    }

    private func perform(_ action: BridgedTable.Action) async {
        switch action {
        case .nothing: break
        case .retitle(let title): state.title = title
        case .touch(let row): state.rows[row].touches += 1
        }
    }
}

/// A host of the least app. It does what ``TableHost`` does.
@MainActor
final class LeastHost {
    private let app = LeastApp()
    private var number = 0
    private var revision = 0

    func act(_ action: String, changes: Bool) async {
        number += 1
        app.send("{\"type\":\"act\",\"ref\":\(number + 1),\"scene\":1,\"n\":\(number),\"action\":\(action)}")
        while await app.next().0 != .done {}
        guard changes else { return }
        revision += 1
        app.send("{\"type\":\"ack\",\"scene\":1,\"rev\":\(revision)}")
    }
}
