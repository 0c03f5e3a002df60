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

    /// Registers a read of a stored field with the Observation framework, if the field was read before.
    ///
    /// - Returns: `false` if the field was not read before.
    @usableFromInline
    func trackAgain(at offset: Int, type: ObjectIdentifier) -> Bool {
        guard let fields = extras?.fields, !flags.contains(.stopped),
            fields.noteRead(at: offset, of: type, in: storage)
        else { return false }
        if fields.isTracked { flags.insert(.tracked) }
        return true
    }

    /// Registers a read of a field with the Observation framework.
    @usableFromInline
    @inline(never)
    func track<Value>(_ field: KeyPath<State, Value>, at offset: Int?) {
        guard !flags.contains(.stopped) else { return }
        let fields = trackers()
        fields.noteRead(of: field, at: offset, in: storage)
        if fields.isTracked { flags.insert(.tracked) }
    }

    /// Reads a computed field, and registers the read with the Observation framework.
    @usableFromInline
    @inline(never)
    func trackedValue<Value>(_ field: KeyPath<State, Value>) -> Value {
        var value: Value?
        selecting {
            track(field, at: nil)
            value = storage.pointee[keyPath: field]
        }
        return value ?? storage.pointee[keyPath: field]
    }

    private func trackers() -> FieldTrackers {
        let extras = ensureExtras()
        if let fields = extras.fields { return fields }
        let made = FieldTrackers()
        extras.fields = made
        return made
    }

    /// Invalidates the readers of the fields that this commit has changed.
    func invalidateTrackers() {
        guard let fields = extras?.fields else { return }
        fields.commit(in: storage)
        if !fields.isTracked { flags.remove(.tracked) }
    }
}

extension StatePublisher {
    func assumeThatReadsAreTracked() { trackers().showsReaders = false }
}
