internal import CIS
import CISReflection

/// Finds stale writes of domain state (guarantee G8): one task reads the domain state, another task changes it, and then
/// the first task writes.
///
/// A write is harmless if the change in between is still there afterwards. `mutate` is pure, so the recorder can apply the
/// mutations of the first task to the state that it has read, too. If both give the same domain state, the change in
/// between is **erased**.
@MainActor
final class StaleWrites {
    /// A write after a change that its author had not read.
    struct Finding: Sendable {
        let mutation: any Sendable
        let scene: SceneIdentity
        let author: Author?
        let site: CallSite?
        let reading: UseCase?
        let change: Change
        /// The state that its author has read, and the one that it has changed.
        let read: any SceneState
        let before: any SceneState
        /// Whether the change has no effect any more. If it has, the finding is only a hint.
        let isErased: Bool
        /// The number of times that nothing could run before the write.
        let rests: Int

        /// The parts of the domain state that others have changed in between.
        var changedPaths: [String] { RestState.paths(from: read, to: before) }

        /// The name of the mutation's case.
        var caseName: String { EnumCaseName.of(mutation) }
    }

    /// A mutation that may have changed a domain state.
    struct Change: Sendable {
        let mutation: any Sendable
        let author: Author?
        let site: CallSite?
        let task: Int?
        /// The action to which the change belongs, if the task is a parallel branch of it, or an observer of its mutation.
        let whole: Int?
        let before: any SceneState
        let after: any SceneState

        /// Whether it has changed it. Compared only when it matters, because that takes long.
        @MainActor var isReal: Bool { !StaleWrites.sameDomain(before, after) }
    }

    // Converted to text only for a message, because most runs need none.
    /// An action that reads and writes.
    struct Author: Sendable {
        let action: any Sendable
        let task: Int
    }

    /// The use case that has read.
    struct UseCase: Sendable {
        let value: any Sendable
        let site: CallSite?
        let scene: UInt64
        /// The number of mutations of the scene before it.
        let seen: Int
    }

    private struct Read {
        /// The number of mutations that the task has seen.
        var seen: Int
        /// The state as it would be if only this task had changed it since it was read.
        var state: any SceneState
        let useCase: UseCase?
    }

    private(set) var found: [Finding] = []
    /// The mutations of each scene, in order.
    private var changes: [UInt64: [Change]] = [:]
    /// The last read of each tracked task, by scene.
    private var reads: [Int: [UInt64: Read]] = [:]
    /// The last use case of each tracked task.
    private var useCases: [Int: UseCase] = [:]
    /// The number of times that nothing could run so far.
    var rests = 0
    var isOn = false

    nonisolated init() {}

    func noteUseCase(_ useCase: any Sendable, at site: CallSite?, of task: TrackedTask, in scene: UInt64) {
        guard isOn else { return }
        useCases[task.number] = UseCase(value: useCase, site: site, scene: scene, seen: changes[scene]?.count ?? 0)
    }

    /// Whether something else has changed the domain state since the task has read it, or else since its use case began.
    func isOutdated(_ scene: any InspectableScene, for task: TrackedTask) -> Bool {
        let number = scene.identity.number
        if let read = reads[task.number]?[number] { return !Self.sameDomain(read.state, scene.currentState) }
        guard let useCase = useCases[task.number], useCase.scene == number else { return false }
        return changes[number, default: []].dropFirst(useCase.seen).contains { $0.task != task.number && $0.isReal }
    }

    func noteRead(of scene: any InspectableScene, by task: TrackedTask) {
        guard isOn else { return }
        let number = scene.identity.number
        reads[task.number, default: [:]][number] = Read(
            seen: changes[number, default: []].count, state: scene.currentState,
            useCase: useCases[task.number])
    }

    /// Called before a mutation. Returns a function to call after it.
    ///
    /// - Parameters:
    ///   - task: The task that executes the mutation. `nil` if an observer or a side effect does.
    ///   - context: The task that runs meanwhile.
    func willMutate(
        _ scene: any InspectableScene, by mutation: any Sendable, at site: CallSite?, in task: TrackedTask?,
        during context: TrackedTask?
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        guard isOn else { return nil }
        let before = scene.currentState
        return { [weak scene] _ in
            guard let scene else { return }
            self.didMutate(scene, from: before, by: mutation, at: site, in: task, during: context)
        }
    }

    private func didMutate(
        _ scene: any InspectableScene, from before: any SceneState, by mutation: any Sendable, at site: CallSite?,
        in task: TrackedTask?, during context: TrackedTask?
    ) {
        let number = scene.identity.number
        let after = scene.currentState
        let author = task.flatMap { task in
            task.tracker?.subject(of: task.number).map { Author(action: $0, task: task.number) }
        }
        let earlier = changes[number, default: []]
        let root = context.flatMap { $0.tracker?.root(of: $0.number) }
        let change = Change(
            mutation: mutation, author: author, site: site, task: task?.number,
            whole: root == task?.number ? nil : root, before: before, after: after)
        changes[number, default: []].append(change)
        guard let task, var read = reads[task.number]?[number],
            let alone = scene.applying(mutation, to: read.state)
        else { return }
        let unseen = earlier[read.seen...].last {
            $0.task != task.number && $0.whole != task.number && $0.isReal
        }
        // If the state is again what it was, nothing is stale.
        if let unseen, !Self.sameDomain(read.state, before) {
            let isErased = Self.sameDomain(alone, after)
            // A mutation without a value has no old one to write, so it erases nothing if it changes nothing.
            if change.isReal || isErased && !Mirror(reflecting: mutation).children.isEmpty {
                found.append(
                    Finding(
                        mutation: mutation, scene: scene.identity, author: author, site: site,
                        reading: read.useCase, change: unseen, read: read.state, before: before, isErased: isErased,
                        rests: rests))
            }
        } else {
            read.seen = earlier.count + 1
        }
        read.state = alone
        reads[task.number]?[number] = read
    }

    fileprivate static func sameDomain(_ one: any SceneState, _ other: any SceneState) -> Bool {
        areEqual(one.domainState as Any, other.domainState as Any)
    }

    fileprivate static func text(of site: CallSite?) -> String {
        site.map { $0.line == 0 ? "" : " at \($0)" } ?? ""
    }
}

extension StaleWrites.Author {
    fileprivate var text: String { "\(describe(action)) (task \(task))" }
}

extension StaleWrites.Finding {
    /// The message of the failure.
    @MainActor var text: String {
        """
        A stale write: \(describe(mutation)) wrote the domain state of \(scene.placedName) with a value that was read \
        before something else changed it, and the change is lost.
        \(account)
        Read it again after the last await before the mutation, or execute the mutation basedOn: the snapshot's revision. \
        If this is intended: exceptStaleWritesOf: ["\(caseName)"].
        """
    }

    /// The message below another failure.
    @MainActor var hint: String {
        isErased
            ? "also: " + text
            : "also: \(describe(mutation)) was executed after something else had changed the domain state that was "
                + "read, without erasing it.\n\(account)"
    }

    @MainActor private var account: String {
        let author = author?.text ?? "an action"
        let reading = reading.map { " in use case \(describe($0.value))\(StaleWrites.text(of: $0.site))" } ?? ""
        let changed = change.author?.text ?? "an observer, a side effect or the test"
        return """
              read by \(author)\(reading)
              changed by \(changed): \(describe(change.mutation))\(StaleWrites.text(of: change.site))
              written by \(author): \(describe(mutation))\(StaleWrites.text(of: site))
            """
    }
}
