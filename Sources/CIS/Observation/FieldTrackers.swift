/// The tracked fields of one scene, for the Observation framework. Created at the first read.
///
/// Only the main actor uses it, except for its deinit, which may run anywhere.
final class FieldTrackers {
    private let subject = TrackingSubject()
    private let table = TrackerTable()
    /// The tracker of the whole state, which every commit changes.
    // Unchecked, as all below: each access ends before a function of the client runs.
    @exclusivity(unchecked) private var whole: FieldTracker?
    /// The number of tracked fields.
    @exclusivity(unchecked) private var trackedCount = 0
    /// Set during a commit and during pruning, when no tracker may be removed.
    @exclusivity(unchecked) private var isBusy = false
    /// The number of trackers at which unused ones are looked for.
    @exclusivity(unchecked) private var limit = leastLimit
    /// The tracker to be checked for readers at the next commit.
    @exclusivity(unchecked) private var cursor = 0
    /// Whether the framework shows its readers. If not, every field that was read counts as tracked until it changes.
    var showsReaders = TrackingSubject.showsReaders

    private static var leastLimit: Int { 64 }

    /// Whether a commit has to compare fields.
    var isTracked: Bool { trackedCount > 0 }
    var count: Int { table.all.count }

    // MARK: Reading

    /// Registers a read of a stored field.
    ///
    /// - Returns: `false` if the field has no tracker yet.
    func noteRead(at offset: Int, of type: ObjectIdentifier, in state: UnsafeRawPointer) -> Bool {
        guard let tracker = table.stored(at: offset, type: type) else { return false }
        tracker._withUnsafeGuaranteedRef { noteRead(of: $0, in: state) }
        return true
    }

    /// Registers a read of a stored or computed field.
    func noteRead<State, Value>(of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafeRawPointer) {
        if let offset, noteRead(at: offset, of: ObjectIdentifier(Value.self), in: state) { return }
        let known = offset == nil ? table.computed(field) : nil
        let tracker = known?.takeUnretainedValue() ?? add(ValueTracker(field, offset: offset, key: subject.makeKey()))
        noteRead(of: tracker, in: state)
    }

    /// Registers a read of the whole state, which every commit changes.
    func noteReadOfWhole<State>(_: State.Type, in state: UnsafeRawPointer) {
        let tracker = whole ?? add(CommitTracker(State.self, key: subject.makeKey()))
        whole = tracker
        noteRead(of: tracker, in: state)
    }

    private func noteRead(of tracker: FieldTracker, in state: UnsafeRawPointer) {
        subject.access(tracker.key)
        tracker.wasRead = true
        guard !tracker.isTracked, tracker.hasReaders(showsReaders: showsReaders) else { return }
        tracker.keep(from: state)
        tracker.isTracked = true
        trackedCount += 1
    }

    private func add(_ tracker: FieldTracker) -> FieldTracker {
        if count >= limit, !isBusy { prune() }
        table.insert(tracker)
        return tracker
    }

    // MARK: Committing

    /// Invalidates the readers of the fields that this commit has changed.
    func commit(in state: UnsafeRawPointer) {
        isBusy = true
        var changed: [Change] = []
        // By index, because a comparison calls the client's `==`, which may read another field.
        var index = 0
        while index < table.all.count {
            let tracker = table.all[index]
            index += 1
            let hasChanged = tracker._withUnsafeGuaranteedRef { $0.isTracked && $0.hasChanged(in: state) }
            // All keys are taken before any is invalidated: a reader of two fields that reads again at once is
            // invalidated once.
            if hasChanged {
                let tracker = tracker.takeUnretainedValue()
                changed.append(Change(tracker: tracker, keys: tracker.takeKeys(of: subject)))
            }
        }
        if changed.isEmpty {
            checkNext()
        } else {
            for change in changed {
                for key in change.keys { subject.invalidate(key) }
            }
            while !changed.isEmpty { giveBack(changed.removeLast()) }
            checkAll()
        }
        isBusy = false
    }

    private struct Change {
        let tracker: FieldTracker
        var keys: [TrackingSubject.Key]
    }

    /// Reuses the keys that have no readers any more.
    private func giveBack(_ change: consuming Change) {
        let tracker = change.tracker
        // Taken out one by one, because the uniqueness of a key shows only if nothing here holds it.
        while var key = change.keys.popLast() {
            if !showsReaders || isKnownUniquelyReferenced(&key) {
                tracker.spareKey = key
            } else {
                tracker.heldKeys.append(key)
            }
        }
    }

    // MARK: Forgetting

    /// Releases the kept value of a field without readers: they were invalidated, perhaps by another field, or are
    /// gone.
    private func check(_ tracker: FieldTracker) {
        guard tracker.isTracked, !tracker.hasReaders(showsReaders: showsReaders) else { return }
        tracker.isTracked = false
        trackedCount -= 1
        tracker.forget()
    }

    private func checkAll() {
        var index = 0
        while index < table.all.count {
            table.all[index]._withUnsafeGuaranteedRef { check($0) }
            index += 1
        }
    }

    /// Checks one tracker at each commit, because readers that stop tracking do not tell.
    private func checkNext() {
        cursor = cursor + 1 < table.all.count ? cursor + 1 : 0
        if cursor < table.all.count { table.all[cursor]._withUnsafeGuaranteedRef { check($0) } }
    }

    /// Removes trackers without readers.
    private func prune() {
        isBusy = true
        checkAll()
        let gone = table.keep { $0.isTracked || $0 === whole }
        limit = max(count * 2, Self.leastLimit)
        isBusy = false
        withExtendedLifetime(gone) {}
    }
}
