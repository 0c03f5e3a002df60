extension SceneRuntime {
    /// Keeps the sources of the scene in step with its state: after each commit, newly declared sources are opened and
    /// sources that are no longer declared are closed. Declare them in the scene's assembly; see <doc:LongLivedWork>.
    ///
    /// The declaration lives as long as the scene. A scene may have several declarations. Within one declaration, the
    /// ids must differ.
    ///
    /// - Parameters:
    ///   - sources: Returns the sources that should be open in a state. It is called at once and after each commit, so
    ///     it should be fast, and once more if a source is opened. It only describes sources; the runtime opens them.
    ///   - fileID: The caller's file.
    ///   - line: The caller's line.
    public func sources(
        _ sources: @escaping (borrowing Definition.State) -> [SceneSource<Definition.Action>],
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let reconciler = SourceReconciler<Definition.Action>(of: publisher) { [weak self] action, site in
            guard let self else { return false }
            execute(action, fileID: site.fileID, line: site.line)
            return hasPendingStarts
        }
        let observer = Observer(owner: self, delivery: .everyChange) { state, _ in
            reconciler.reconcile { sources(state.assumingMemoryBound(to: Definition.State.self).pointee) }
        }
        publisher.register(observer, field: .none, begins: true)
        publisher.note("sources", at: CallSite(fileID: fileID, line: line), endsLater: true) {
            [weak observer, weak reconciler] in
            observer?.end()
            reconciler?.reconcile { [] }
        }
    }
}

/// Keeps the open sources of a scene in step with its state.
///
/// An observer of the scene holds it. It ends with the observations of the scene: at `stop()` or release.
@MainActor
final class SourceReconciler<Action: Sendable> {
    /// The open sources, in the order of the last declaration.
    private var open: [(id: GroupID, task: Task<Void, Never>)] = []
    private var duplicates: Set<GroupID> = []
    private var hasReportedIDs = false
    /// The scene, whose observer holds the reconciler.
    private unowned let core: SceneCore
    /// Executes an action, and returns whether its start was deferred.
    private let execute: @MainActor (Action, CallSite) -> Bool

    init(of core: SceneCore, execute: @escaping @MainActor (Action, CallSite) -> Bool) {
        self.core = core
        self.execute = execute
    }

    deinit {
        for (_, task) in open { task.cancel() }
    }

    /// Closes the sources that are no longer declared, in the order of opening, then opens the new ones. `declare` is
    /// called a second time if sources are opened.
    func reconcile(_ declare: () -> [SceneSource<Action>]) {
        let wanted = declare()
        // The usual case: nothing has changed.
        if wanted.count == open.count, zip(wanted, open).allSatisfy({ $0.id == $1.id }) { return }
        let (sources, ids) = withoutDuplicates(wanted)
        reportChangingIDs(ids, declare)
        let closing = open.filter { !ids.contains($0.id) }
        var staying = Dictionary(uniqueKeysWithValues: open.map { ($0.id, $0.task) })
        for (id, task) in closing {
            staying[id] = nil
            task.cancel()
        }
        open = sources.map { ($0.id, staying[$0.id] ?? listen(to: $0)) }
    }

    /// The first source of each id. The others are reported, once per id.
    private func withoutDuplicates(_ wanted: [SceneSource<Action>]) -> ([SceneSource<Action>], Set<GroupID>) {
        var ids: Set<GroupID> = []
        let unique = wanted.filter { source in
            if ids.insert(source.id).inserted { return true }
            if duplicates.insert(source.id).inserted {
                report("Two sources have the id \(source.id). The first is open, the second is not.", source.site)
            }
            return false
        }
        return (unique, ids)
    }

    /// Reports ids that are not the same if they are computed twice for one state, such as a new `UUID`. The sources would
    /// be reopened at every commit.
    private func reportChangingIDs(_ ids: Set<GroupID>, _ declare: () -> [SceneSource<Action>]) {
        guard !hasReportedIDs, ids.contains(where: { id in !open.contains { $0.id == id } }) else { return }
        guard let changed = declare().first(where: { !ids.contains($0.id) }) else { return }
        hasReportedIDs = true
        report(
            "A source gets another id each time it is declared, also for the same state, such as \(changed.id). So it is "
                + "reopened at every commit. Compute the id from the state.", changed.site)
    }

    /// Reports a stream that was opened before. Its first reader was cancelled, which has ended it, or takes its elements.
    private func noteOpened(_ sequence: any AsyncSequence, by source: SceneSource<Action>) {
        guard let stream = singleReaderStream(in: sequence), !OpenedStreams.insert(stream) else { return }
        report(
            "The source \(source.id) was opened with an AsyncStream that was opened before. A stream has one reader: until it "
                + "is cancelled it takes the elements, and then the stream ends. Let `open` create a new stream each time.",
            source.site)
    }

    private func listen(to source: SceneSource<Action>) -> Task<Void, Never> {
        let (clock, execute) = (core.clock, self.execute)
        // The task must not hold the reconciler, whose deinit cancels it.
        let noteOpened: @MainActor (any AsyncSequence) -> Void = { [weak self] in self?.noteOpened($0, by: source) }
        let noteFailure: @MainActor (String) -> Void = { [weak self] error in
            self?.report(
                "The clock of the timer \(source.id) threw an error: \(error). The timer has ended. "
                    + "A clock may throw only when its task is cancelled.", source.site)
        }
        // The source is not part of the action whose commit opens it.
        return ActionContext.local.withValue(nil) {
            TrackedTask.task(
                TrackedSource(id: source.id, scene: core.identity, sequence: source.sequence), as: .source,
                in: core.instrumentation
            ) {
                await source.listen(clock, noteOpened, { execute($0, source.site) }, noteFailure)
            }
        }
    }

    private func report(_ sentence: String, _ site: CallSite) {
        core.report(.other(sentence), at: site)
    }
}

/// A stream of the standard library, which only one loop can read. Copies share its storage.
protocol SingleReaderStream {}

extension AsyncStream: SingleReaderStream {}
extension AsyncThrowingStream: SingleReaderStream {}

/// The storage of the stream that a sequence reads: its own, or that of a sequence in it, such as the base of `map`.
private func singleReaderStream(in sequence: Any, depth: Int = 0) -> AnyObject? {
    if let stream = sequence as? any SingleReaderStream { return stream.identity }
    // A limit, because objects may refer to each other.
    guard depth < 8 else { return nil }
    let parts = Mirror(reflecting: sequence).children.lazy.map { $0.value }.filter { $0 is any AsyncSequence }
    return parts.compactMap { singleReaderStream(in: $0, depth: depth + 1) }.first
}

extension SingleReaderStream {
    /// The storage that all copies share. `nil` if it is not an object, which the standard library does not promise.
    var identity: AnyObject? {
        guard let storage = Mirror(reflecting: self).children.first?.value, type(of: storage) is AnyObject.Type else {
            return nil
        }
        return storage as AnyObject
    }
}

/// The streams that sources of any scene have opened.
@MainActor
private enum OpenedStreams {
    private struct WeakStream {
        weak var stream: AnyObject?
    }

    private static var streams: [ObjectIdentifier: WeakStream] = [:]
    /// When there are this many, those that no longer exist are removed.
    private static var limit = 64

    /// Returns whether the stream was not opened before.
    static func insert(_ stream: AnyObject) -> Bool {
        if streams.count >= limit {
            streams = streams.filter { $0.value.stream != nil }
            limit = max(64, streams.count * 2)
        }
        // A stream that no longer exists may have had the same address.
        let isNew = streams[ObjectIdentifier(stream)]?.stream == nil
        streams[ObjectIdentifier(stream)] = WeakStream(stream: stream)
        return isNew
    }
}
