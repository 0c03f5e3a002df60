import Observation

/// The tracked fields of one scene, for the Observation framework. Created at the first read.
///
/// Only the main actor uses it, except for its deinit, which may run anywhere.
final class FieldTrackers {
    private enum Field: Hashable {
        case stored(offset: Int, type: ObjectIdentifier)
        case computed(AnyKeyPath)
    }

    private let subject = TrackingSubject()
    /// The trackers, in the order of the first reads.
    private var all: ContiguousArray<FieldTracker> = []
    private var trackers: [Field: FieldTracker] = [:]
    /// The trackers of stored fields by the key path objects through which they are read. A key path literal creates one
    /// object, and comparing identities is much cheaper than computing the offset.
    private var paths: [ObjectIdentifier: FieldTracker] = [:]
    /// Those objects, so that no other object can get the address of one of them. This keeps no other object alive,
    /// because paths to stored fields capture nothing.
    // Not in the dictionary, where they would be retained at each read.
    private var keptPaths: [AnyKeyPath] = []
    /// The tracker of the whole state, which every commit changes.
    private var whole: FieldTracker?
    private var trackedCount = 0
    /// The keys that the current commit invalidates. Empty between commits, but its memory is kept.
    private var taken: ContiguousArray<TakenKey> = []
    /// Set during a commit and while trackers are pruned. A tracker that is added meanwhile does not start another
    /// pruning.
    private var isBusy = false
    /// When there are this many trackers, unused ones are removed.
    private var limit = leastLimit
    /// The index of the tracker that was last checked for readers. A commit that changes no tracked field checks the
    /// next.
    private var cursor = 0
    /// Whether the Observation framework reveals its readers. If not, every field that was read counts as tracked until
    /// it changes.
    var showsReaders = TrackingSubject.showsReaders

    private static var leastLimit: Int { 64 }
    /// A limit, because paths that are created anew for each read must not fill the memory.
    private static var mostPaths: Int { 512 }

    /// Whether a commit has to compare fields.
    var isTracked: Bool { trackedCount > 0 }
    var count: Int { all.count }

    // MARK: Reading

    /// Registers a read through a key path object, and returns the offset of the field. Negative if it was not read
    /// through this object before.
    func noteRead(through path: AnyKeyPath, in state: UnsafeRawPointer) -> Int {
        guard let tracker = paths[ObjectIdentifier(path)] else { return -1 }
        noteRead(of: tracker, in: state)
        return tracker.offset
    }

    func noteRead<State, Value>(of field: KeyPath<State, Value>, at offset: Int?, in state: UnsafeRawPointer) {
        let key = offset.map { Field.stored(offset: $0, type: ObjectIdentifier(Value.self)) } ?? .computed(field)
        let tracker = trackers[key] ?? add(tracker(of: field, at: offset), as: key)
        if offset != nil {
            if paths.count >= Self.mostPaths { forgetPaths() }
            if paths.updateValue(tracker, forKey: ObjectIdentifier(field)) == nil { keptPaths.append(field) }
        }
        noteRead(of: tracker, in: state)
    }

    private func tracker<State, Value>(of field: KeyPath<State, Value>, at offset: Int?) -> FieldTracker {
        let key = subject.makeKey()
        if let offset { return ValueTracker<State, Value>(key: key, offset: offset, valueOffset: offset) }
        let reading = PathReading(field)
        if !reading.runsUnknownCode, reading.canBeChecked {
            return ValueTracker(key: key, computed: field, needsCheck: reading.needsCheck)
        }
        // The code of the client is not called, because it may read an element that is not there. An object may have
        // changed without a change of the field that refers to it.
        func tracker<Field>(ofType _: Field.Type, at offset: Int) -> FieldTracker {
            ValueTracker<State, Field>(key: key, valueOffset: offset, isPartRead: true)
        }
        if let stored = reading.storedField, !(stored.type is AnyObject.Type) {
            return tracker(ofType: stored.type, at: stored.offset)
        }
        return _isPOD(State.self) ? tracker(ofType: State.self, at: 0) : FieldTracker(key: key)
    }

    /// Registers a read of the whole state. Every commit counts as a change of it: a comparison would need a copy of the
    /// state, and because of the copy, the next write to each collection would have to copy the collection.
    func noteReadOfWhole(in state: UnsafeRawPointer) {
        let tracker = whole ?? add(FieldTracker(key: subject.makeKey()), as: nil)
        whole = tracker
        noteRead(of: tracker, in: state)
    }

    private func noteRead(of tracker: FieldTracker, in state: UnsafeRawPointer) {
        subject.access(tracker.key)
        tracker.wasRead = true
        if !tracker.isTracked, tracker.hasReaders(showsReaders: showsReaders) { keep(tracker, from: state) }
    }

    private func keep(_ tracker: FieldTracker, from state: UnsafeRawPointer) {
        tracker.keep(from: state)
        tracker.isTracked = true
        trackedCount += 1
    }

    private func add(_ tracker: FieldTracker, as field: Field?) -> FieldTracker {
        if count >= limit, !isBusy { prune() }
        all.append(tracker)
        if let field { trackers[field] = tracker }
        return tracker
    }

    // MARK: Committing

    /// Invalidates the readers of the fields that this commit has changed.
    func commit(in state: UnsafeRawPointer) {
        isBusy = true
        // A loop over indices, because a comparison calls the client's `==`, which may read another field and so add a
        // tracker.
        var index = 0
        while index < all.count {
            let tracker = all[index]
            index += 1
            // All keys are taken before any is invalidated. A reader of two fields that reads them again at once is
            // then invalidated only once.
            if tracker.isTracked, tracker.hasChanged(in: state) { tracker.takeKeys(of: subject, into: &taken) }
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
        // Nothing else here holds the key, so it is unique if it has no readers.
        let isFree = !showsReaders || isKnownUniquelyReferenced(&taken.key)
        if isFree { taken.tracker.spareKey = taken.key } else { taken.tracker.oldKeys.append(taken.key) }
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
        while index < all.count {
            check(all[index])
            index += 1
        }
    }

    /// Checks one tracker at each commit, because readers do not report that they stop tracking.
    private func checkNext() {
        cursor = cursor + 1 < all.count ? cursor + 1 : 0
        if cursor < all.count { check(all[cursor]) }
    }

    private func forgetPaths() {
        paths = [:]
        keptPaths = []
    }

    private func prune() {
        isBusy = true
        checkAll()
        // Released last, because values that they keep may call back.
        let released = (all, trackers, keptPaths)
        all = all.filter { $0.isTracked || $0 === whole }
        trackers = trackers.filter { $0.value.isTracked }
        forgetPaths()
        limit = max(count * 2, Self.leastLimit)
        isBusy = false
        withExtendedLifetime(released) {}
    }
}

/// Represents a scene in the Observation framework: one subject with one registrar, and one key path for each field
/// that is read. It is not generic, so that creating and comparing key paths is cheap.
final class TrackingSubject: Observable {
    typealias Key = KeyPath<TrackingSubject, Void>

    private let registrar = ObservationRegistrar()
    private var lastNumber = 0

    private subscript(field number: Int) -> Void { () }

    /// Creates a key path that is unique in this scene and not shared.
    func makeKey() -> Key {
        lastNumber += 1
        return \TrackingSubject[field: lastNumber]
    }

    /// The key of a subject that has only one.
    private(set) lazy var onlyKey = makeKey()

    /// Registers a read with the current tracking, if there is one.
    func access(_ key: Key) {
        registrar.access(self, keyPath: key)
    }

    /// Invalidates the readers that were registered under this key.
    func invalidate(_ key: Key) {
        registrar.withMutation(of: self, keyPath: key) {}
    }

    /// Whether the framework retains the key paths of tracked reads. If it does, a key path without other references
    /// has no readers.
    ///
    /// The framework has to store them in some form, and all versions so far retain the object. If a later version
    /// stores something else, this is `false`, and the library treats every read as tracked.
    static let showsReaders: Bool = {
        let subject = TrackingSubject()
        var key = subject.makeKey()
        if !isKnownUniquelyReferenced(&key) { return false }
        withObservationTracking {
            subject.access(key)
        } onChange: {
        }
        // Without this, the optimizer would release the subject, and with it the registered reader, before the check.
        return withExtendedLifetime(subject) { !isKnownUniquelyReferenced(&key) }
    }()
}
