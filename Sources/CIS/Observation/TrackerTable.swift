/// Finds the tracker of a field in O(1): a hash table with chains, which owns the trackers.
///
/// The references are retained manually. Trackers are looked up at every read and compared after every commit, and
/// would otherwise be retained each time.
final class TrackerTable {
    // Unchecked exclusivity is safe here and below, because each access ends before any client code runs.
    @exclusivity(unchecked) private(set) var all: ContiguousArray<Unmanaged<FieldTracker>> = []
    // Unchecked: see `all`.
    @exclusivity(unchecked) private var buckets: ContiguousArray<Unmanaged<FieldTracker>?> = ContiguousArray(
        repeating: nil, count: 64)

    deinit {
        for tracker in all { tracker.release() }
    }

    /// The tracker of a stored field.
    func stored(at offset: Int, type: ObjectIdentifier) -> Unmanaged<FieldTracker>? {
        var found = buckets[bucket(hash(of: offset))]
        while let tracker = found {
            let isIt = tracker._withUnsafeGuaranteedRef { $0.offset == offset && $0.type == type }
            if isIt { return tracker }
            found = tracker._withUnsafeGuaranteedRef { $0.next }
        }
        return nil
    }

    /// The tracker of a computed field.
    func computed(_ path: AnyKeyPath) -> Unmanaged<FieldTracker>? {
        var found = buckets[bucket(path.hashValue)]
        while let tracker = found {
            let isIt = tracker._withUnsafeGuaranteedRef { $0.offset < 0 && ($0.path === path || $0.path == path) }
            if isIt { return tracker }
            found = tracker._withUnsafeGuaranteedRef { $0.next }
        }
        return nil
    }

    func insert(_ tracker: FieldTracker) {
        let tracker = Unmanaged.passRetained(tracker)
        all.append(tracker)
        if all.count > buckets.count { rebuild(buckets.count * 2) } else { link(tracker) }
    }

    /// Keeps the trackers that match.
    ///
    /// - Returns: The removed trackers. The caller releases them after the table is consistent again.
    func keep(where isKept: (FieldTracker) -> Bool) -> [FieldTracker] {
        var gone: [FieldTracker] = []
        var kept: ContiguousArray<Unmanaged<FieldTracker>> = []
        for tracker in all {
            if isKept(tracker.takeUnretainedValue()) {
                kept.append(tracker)
            } else {
                gone.append(tracker.takeRetainedValue())
            }
        }
        all = kept
        rebuild(buckets.count)
        return gone
    }

    private func rebuild(_ count: Int) {
        buckets = ContiguousArray(repeating: nil, count: count)
        for tracker in all { link(tracker) }
    }

    private func link(_ tracker: Unmanaged<FieldTracker>) {
        let place = tracker._withUnsafeGuaranteedRef {
            bucket($0.offset >= 0 ? hash(of: $0.offset) : $0.path.hashValue)
        }
        let first = buckets[place]
        tracker._withUnsafeGuaranteedRef { $0.next = first }
        buckets[place] = tracker
    }

    /// Returns a hash of an offset. It spreads offsets over the buckets, although most are multiples of eight.
    private func hash(of offset: Int) -> Int {
        Int(truncatingIfNeeded: (UInt(bitPattern: offset) &* 0x9E37_79B9) >> 8)
    }

    private func bucket(_ hash: Int) -> Int { hash & (buckets.count - 1) }
}
