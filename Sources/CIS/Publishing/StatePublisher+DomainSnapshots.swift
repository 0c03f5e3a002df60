extension StatePublisher {
    /// Takes a snapshot and keeps its value, so that a later commit can tell whether the domain state has changed.
    ///
    /// Keeping the value makes it safe to compare bits only: an array that it shares with the state cannot be changed
    /// in place.
    func takeDomainSnapshot() -> DomainSnapshot<State.DomainState> {
        if !flags.isDisjoint(with: .domainWatched | .mutating) { noteDomainRead() }
        let extras = ensureExtras()
        let value = storage.pointee.domainState
        let released = extras.keptDomainState
        extras.keptDomainState = KeptDomainState(value)
        flags.insert(.snapshotTaken)
        // Released last, here and below, because objects in it may call back.
        withExtendedLifetime(released) {}
        return DomainSnapshot(value: value, revision: Revision(extras.domainRevision))
    }

    /// Increases the domain revision if the domain state has changed since the last snapshot.
    func noteDomainChange() {
        guard flags.contains(.snapshotTaken), let extras, let object = extras.keptDomainState else { return }
        // Only `takeDomainSnapshot` sets it.
        let kept = unsafeDowncast(object, to: KeptDomainState<State.DomainState>.self)
        guard !hasSameValue(kept.value, storage.pointee.domainState) else { return }
        extras.keptDomainState = nil
        extras.domainRevision += 1
        flags.remove(.snapshotTaken)
        withExtendedLifetime(kept) {}
    }
}

/// The domain state of a snapshot.
private final class KeptDomainState<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Whether two values are equal: their bits are, or `==` says so if the type has it. Without `==`, values with different
/// bits count as different, even if they might be equal.
func hasSameValue<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    hasSameBits(lhs, rhs) || (lhs as? any Equatable).map { isEqualAsSameType($0, rhs) } ?? false
}

private func isEqualAsSameType<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
    (rhs as? Value).map { lhs == $0 || differsOnlyFromItself(lhs, $0) } ?? false
}
