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

    /// Registers a read of a stored field with the Observation framework, if the field was read before through the same
    /// key path object. A key path literal creates one object, when it is first evaluated.
    ///
    /// - Returns: The offset of the field. Negative if nothing was registered.
    @usableFromInline
    @inline(never)
    func trackAgain(_ field: AnyKeyPath, in state: UnsafeRawPointer) -> Int {
        guard flags.isDisjoint(with: .mutating | .stopped),
            // Not retained: they live as long as the scene.
            let fields = extras?.fields.map(Unmanaged.passUnretained)
        else { return -1 }
        let offset = fields.lend { $0.noteRead(through: field, in: state) }
        if fields.lend(to: { $0.isTracked }) { flags.insert(.tracked) }
        return offset
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

    private func trackers() -> FieldTrackers {
        let extras = ensureExtras()
        if let fields = extras.fields { return fields }
        let made = FieldTrackers()
        extras.fields = made
        return made
    }

    /// Invalidates the readers of the fields that this commit has changed.
    func invalidateTrackers(in state: UnsafeRawPointer) {
        guard let fields = extras?.fields else { return }
        fields.commit(in: state)
        if !fields.isTracked { flags.remove(.tracked) }
    }
}

extension StatePublisher {
    func assumeThatReadsAreTracked() { trackers().showsReaders = false }
}
