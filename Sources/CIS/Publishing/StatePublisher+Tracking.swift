extension StatePublisher {
    /// Registers a read of the whole state with the Observation framework.
    func trackState() {
        guard !flags.contains(.stopped) else { return }
        let fields = trackers()
        if _isPOD(State.self) {
            fields.noteRead(of: \State.self, at: 0, in: storage)
        } else {
            fields.noteReadOfWhole(State.self, in: storage)
        }
        if fields.isTracked { flags.insert(.tracked) }
    }

    /// Reads a field, and registers the read with the Observation framework. Used for the first read through a key path
    /// object, and for every read of a computed field.
    @usableFromInline
    @inline(never)
    func trackedValue<Value>(_ field: KeyPath<State, Value>) -> Value {
        if flags.contains(.mutating) { refuseRead() }
        if let offset = MemoryLayout<State>.offset(of: field) {
            track(field, at: offset)
            return (UnsafeRawPointer(storage) + offset).assumingMemoryBound(to: Value.self).pointee
        }
        var value: Value?
        selecting {
            track(field, at: nil)
            value = storage.pointee[keyPath: field]
        }
        return value ?? storage.pointee[keyPath: field]
    }

    private func track<Value>(_ field: KeyPath<State, Value>, at offset: Int?) {
        guard !flags.contains(.stopped) else { return }
        let fields = trackers()
        fields.noteRead(of: field, at: offset, in: storage)
        if fields.isTracked { flags.insert(.tracked) }
    }
}
