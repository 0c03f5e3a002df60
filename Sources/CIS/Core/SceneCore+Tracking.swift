/// What the Observation framework reads.
extension SceneCore {
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

    /// The fields that are read through the Observation framework, created at the first use.
    func trackers() -> FieldTrackers {
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

    func assumeThatReadsAreTracked() { trackers().showsReaders = false }
}
