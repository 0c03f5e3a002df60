/// Finds the tracker of a stored field by the identity of the key path object through which it is read. A key path
/// literal creates one object, so comparing identities is cheaper than computing the offset of the path, and much
/// cheaper than hashing it.
///
/// The table retains the key paths, so that no other object can get the address of one of them. This keeps no other
/// object alive, because paths to stored fields capture nothing.
struct PathTable: ~Copyable {
    private struct Entry {
        let path: Unmanaged<AnyKeyPath>?
        let tracker: Unmanaged<FieldTracker>?
    }

    // A manually allocated buffer, because an array would be retained and checked at each read.
    private var entries: UnsafeMutablePointer<Entry>?
    /// A power of two, at least twice the number of entries in use.
    private var capacity = 0
    private var count = 0

    /// A limit, because paths that are created anew for each read must not fill the memory.
    private static var mostPaths: Int { 512 }

    deinit { release() }

    private func release() {
        for index in 0..<capacity { entries?[index].path?.release() }
        entries?.deallocate()
    }

    @inline(__always)
    subscript(path: AnyKeyPath) -> Unmanaged<FieldTracker>? {
        guard let entries else { return nil }
        return entries[place(of: Unmanaged.passUnretained(path), in: entries)].tracker
    }

    /// The entry of a path, or the empty entry in which the path would be stored.
    @inline(__always)
    private func place(of path: Unmanaged<AnyKeyPath>, in entries: UnsafeMutablePointer<Entry>) -> Int {
        let address = path.toOpaque()
        // Objects are aligned to sixteen bytes. `UInt`, because the constant is too large for the 32-bit `Int` of some
        // watches.
        var place = Int(truncatingIfNeeded: (UInt(bitPattern: address) &* 0x9E37_79B1) >> 12) & (capacity &- 1)
        while let other = entries[place].path, other.toOpaque() != address { place = (place &+ 1) & (capacity &- 1) }
        return place
    }

    mutating func insert(_ path: AnyKeyPath, _ tracker: Unmanaged<FieldTracker>) {
        if count == Self.mostPaths { removeAll() }
        if (count + 1) * 2 > capacity { grow() }
        guard let entries else { return }
        let path = Unmanaged.passUnretained(path)
        let place = place(of: path, in: entries)
        guard entries[place].path == nil else { return }
        entries[place] = Entry(path: path.retain(), tracker: tracker)
        count += 1
    }

    mutating func removeAll() {
        release()
        entries = nil
        capacity = 0
        count = 0
    }

    private mutating func grow() {
        let old = entries
        let oldCapacity = capacity
        capacity = max(capacity * 2, 16)
        let new = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        new.initialize(repeating: Entry(path: nil, tracker: nil), count: capacity)
        entries = new
        for index in 0..<oldCapacity {
            guard let entry = old?[index], let path = entry.path else { continue }
            new[place(of: path, in: new)] = entry
        }
        old?.deallocate()
    }
}
