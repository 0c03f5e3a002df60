/// The fields of one scene that are read through the Observation framework. Made at the first read.
///
/// The main actor's alone, but for its deinit, which may run anywhere.
final class FieldTrackers {
    private let subject = TrackingSubject()
    private let table = TrackerTable()
    /// The whole state, where any commit changes it.
    // Unchecked, as all below: no access is open while a function of the client runs.
    @exclusivity(unchecked) private var whole: FieldTracker?
    /// How many are tracked.
    @exclusivity(unchecked) private var trackedCount = 0
    /// During a commit, or while they are pruned, none is taken out.
    @exclusivity(unchecked) private var isBusy = false
    /// At this number it is worth looking for those that nobody tracks any more.
    @exclusivity(unchecked) private var limit = leastLimit
    /// The next to be asked whether anybody tracks it, one at a commit.
    @exclusivity(unchecked) private var cursor = 0
    /// Whether it is known who tracks. Else everything that was read is taken to be tracked, until it changes.
    var showsReaders = TrackingSubject.showsReaders

    private static var leastLimit: Int { 64 }

    /// Whether a commit has to look for changes.
    var isTracked: Bool { trackedCount > 0 }
    var count: Int { table.all.count }

    // MARK: Reading

    /// Registers a read of a stored field.
    ///
    /// - Returns: Whether the field is known. If not, it has to be added.
    func noteRead(at offset: Int, of type: ObjectIdentifier, in state: UnsafeRawPointer) -> Bool {
        guard let tracker = table.stored(at: offset, type: type) else { return false }
        tracker._withUnsafeGuaranteedRef { noteRead(of: $0, in: state) }
        return true
    }

    /// Registers a read of a field that is stored at the given place, or computed.
    func noteRead<State, Value>(of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafeRawPointer) {
        if let offset, noteRead(at: offset, of: ObjectIdentifier(Value.self), in: state) { return }
        let known = offset == nil ? table.computed(field) : nil
        let tracker = known?.takeUnretainedValue() ?? add(ValueTracker(field, offset: offset, key: subject.makeKey()))
        noteRead(of: tracker, in: state)
    }

    /// Registers a read of the whole state, where any commit changes it.
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

    /// Invalidates what has read a field that this commit has changed.
    func commit(in state: UnsafeRawPointer) {
        isBusy = true
        var changed: [Change] = []
        // By index: a comparison is a function of the client, which may read another field.
        var index = 0
        while index < table.all.count {
            let tracker = table.all[index]
            index += 1
            let hasChanged = tracker._withUnsafeGuaranteedRef { $0.isTracked && $0.hasChanged(in: state) }
            // First all keys are taken, then all are told: a reader of two fields that reads again at once is told
            // once.
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

    /// Keys that nobody holds any more serve again.
    private func giveBack(_ change: consuming Change) {
        let tracker = change.tracker
        // Taken out one by one: whether a key is held by others shows only when nothing else here holds it.
        while var key = change.keys.popLast() {
            if !showsReaders || isKnownUniquelyReferenced(&key) {
                tracker.spareKey = key
            } else {
                tracker.heldKeys.append(key)
            }
        }
    }

    // MARK: Forgetting

    /// Forgets the value of a field that nobody tracks any more: its readers were told, perhaps of another field, or
    /// are gone.
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

    /// Who stops tracking tells nobody, so one is asked at each commit.
    private func checkNext() {
        cursor = cursor + 1 < table.all.count ? cursor + 1 : 0
        if cursor < table.all.count { table.all[cursor]._withUnsafeGuaranteedRef { check($0) } }
    }

    /// Takes out what nobody tracks.
    private func prune() {
        isBusy = true
        checkAll()
        let gone = table.keep { $0.isTracked || $0 === whole }
        limit = max(count * 2, Self.leastLimit)
        isBusy = false
        withExtendedLifetime(gone) {}
    }
}
