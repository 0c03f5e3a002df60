/// The tracked fields of one scene, for the Observation framework. Created at the first read.
///
/// Only the main actor uses it, except for its deinit, which may run anywhere.
final class FieldTrackers {
    private let subject = TrackingSubject()
    private let table = TrackerTable()
    /// The tracker of the whole state, which every commit changes.
    // Unchecked exclusivity is safe here and below, because each access ends before any client code runs.
    @exclusivity(unchecked) private var whole: FieldTracker?
    /// The number of tracked fields.
    @exclusivity(unchecked) private var trackedCount = 0
    /// Finds the trackers by the key paths of the reads.
    @exclusivity(unchecked) private var paths = PathTable()
    /// The keys that the current commit invalidates. Empty between commits, but its memory is kept.
    @exclusivity(unchecked) private var taken: ContiguousArray<TakenKey> = []
    /// Set during a commit and while trackers are pruned. A tracker that is added meanwhile does not start another
    /// pruning.
    @exclusivity(unchecked) private var isBusy = false
    /// When there are this many trackers, unused ones are removed.
    @exclusivity(unchecked) private var limit = leastLimit
    /// The index of the tracker that was last checked for readers. A commit that changes no tracked
    /// field checks the next one.
    @exclusivity(unchecked) private var cursor = 0
    /// Whether the Observation framework reveals its readers. If not, every field that was read counts as tracked until
    /// it changes.
    var showsReaders = TrackingSubject.showsReaders

    private static var leastLimit: Int { 64 }

    /// Whether a commit has to compare fields.
    var isTracked: Bool { trackedCount > 0 }
    var count: Int { table.all.count }

    // MARK: Reading

    /// Registers a read of a stored field that was read before through the same key path object.
    ///
    /// - Returns: The offset of the field. Negative if it was not read through this object.
    func noteRead(through path: AnyKeyPath, in state: UnsafeRawPointer) -> Int {
        guard let tracker = paths[path] else { return -1 }
        return tracker.lend { tracker in
            noteRead(of: tracker, in: state)
            return tracker.offset
        }
    }

    /// Registers a read of a stored or computed field.
    func noteRead<State, Value>(of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafeRawPointer) {
        let known =
            if let offset { table.stored(at: offset, type: ObjectIdentifier(Value.self)) } else {
                table.computed(field)
            }
        let tracker = known?.takeUnretainedValue() ?? add(tracker(of: field, at: offset))
        if offset != nil { paths.insert(field, Unmanaged.passUnretained(tracker)) }
        noteRead(of: tracker, in: state)
    }

    private func tracker<State, Value>(of field: KeyPath<State, Value>, at offset: Int?) -> FieldTracker {
        if let offset { return ValueTracker(field, offset: offset, key: subject.makeKey()) }
        let reading = PathReading(field)
        if !reading.runsUnknownCode, reading.canBeChecked {
            return ValueTracker(field, needsCheck: reading.needsCheck, key: subject.makeKey())
        }
        // The code of the client is not called, because it may read an element that is not there. An object may have
        // changed without a change of the field that refers to it.
        if let part = reading.storedPart, !(part.type is AnyObject.Type) {
            return tracker(of: field, partAt: part.offset, part.type, in: State.self)
        }
        if _isPOD(State.self) { return tracker(of: field, partAt: 0, State.self, in: State.self) }
        return CommitTracker(field, key: subject.makeKey())
    }

    private func tracker<State, Part>(
        of field: AnyKeyPath, partAt offset: Int, _ type: Part.Type, in _: State.Type
    ) -> FieldTracker {
        ValueTracker(field, partAt: offset, type, of: State.self, key: subject.makeKey())
    }

    /// Registers a read of the whole state. Every commit counts as a change of it.
    func noteReadOfWhole<State>(_: State.Type, in state: UnsafeRawPointer) {
        let tracker = whole ?? add(CommitTracker(\State.self, key: subject.makeKey()))
        whole = tracker
        noteRead(of: tracker, in: state)
    }

    @inline(__always)
    private func noteRead(of tracker: FieldTracker, in state: UnsafeRawPointer) {
        // Not retained: the tracker holds it.
        Unmanaged.passUnretained(tracker.key).lend { subject.access($0) }
        tracker.wasRead = true
        if !tracker.isTracked, tracker.hasReaders(showsReaders: showsReaders) { keep(tracker, from: state) }
    }

    @inline(never)
    private func keep(_ tracker: FieldTracker, from state: UnsafeRawPointer) {
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
        // A loop over indices, because a comparison calls the client's `==`, which may read another field and so add a
        // tracker.
        var index = 0
        while index < table.all.count {
            let tracker = table.all[index]
            index += 1
            // All keys are taken before any is invalidated. A reader of two fields that reads them again at once is
            // then invalidated only once.
            tracker._withUnsafeGuaranteedRef { tracker in
                if tracker.isTracked, tracker.hasChanged(in: state) { tracker.takeKeys(of: subject, into: &taken) }
            }
        }
        if taken.isEmpty {
            checkNext()
        } else {
            for index in taken.indices { subject.invalidate(taken[index].key) }
            while let last = taken.popLast() { giveBack(last) }
            checkAll()
        }
        isBusy = false
    }

    /// Reuses the key if it has no readers any more.
    private func giveBack(_ taken: consuming TakenKey) {
        let tracker = taken.tracker
        // Nothing else here holds the key, so it is unique if it has no readers.
        let isFree = !showsReaders || isKnownUniquelyReferenced(&taken.key)
        let key = taken.key
        tracker._withUnsafeGuaranteedRef { tracker in
            if isFree { tracker.spareKey = key } else { tracker.heldKeys.append(key) }
        }
    }

    // MARK: Forgetting

    /// Releases the kept value of a field that has no readers any more. Its readers were invalidated, perhaps by
    /// another field, or no longer exist.
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

    /// Checks one tracker at each commit, because readers do not report that they stop tracking.
    private func checkNext() {
        cursor = cursor + 1 < table.all.count ? cursor + 1 : 0
        if cursor < table.all.count { table.all[cursor]._withUnsafeGuaranteedRef { check($0) } }
    }

    /// Removes trackers without readers.
    private func prune() {
        isBusy = true
        checkAll()
        let gone = table.keep { $0.isTracked || $0 === whole }
        paths.removeAll()
        limit = max(count * 2, Self.leastLimit)
        isBusy = false
        withExtendedLifetime(gone) {}
    }
}
