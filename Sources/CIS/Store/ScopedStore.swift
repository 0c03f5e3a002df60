/// Stores of a part of a scene.
extension DomainStore {
    /// Returns a store for the interactor of a part of the scene. It shows a part of the domain state and accepts the
    /// mutations of the part.
    ///
    /// ```swift
    /// let favouriting = FavouritingInteractor(
    ///     store: store.scoped(to: \.favourite) { .favouriting($0) }, worker: worker)
    /// ```
    ///
    /// With it, an interactor is written once and used in every scene that has such a part. Mutations are applied,
    /// queued and dropped like those of the scene, and diagnostics name the line at which the part executed them. A
    /// revision belongs to the whole domain state, so ``DomainStore/execute(_:basedOn:)`` also refuses a mutation if
    /// another part has changed.
    ///
    /// - Parameters:
    ///   - part: The part of the domain state.
    ///   - mutation: Converts a mutation of the part into one of the scene. Usually a case of the scene's mutations.
    /// - Returns: A store that holds this one.
    /// - Complexity: The cost of reading the domain state and applying the key path.
    public func scoped<Part: Sendable, PartMutation: Sendable>(
        to part: KeyPath<DomainState, Part>, mutation: @escaping (PartMutation) -> Mutation
    ) -> some DomainStore<Part, PartMutation> {
        ScopedStore(self, part, mutation)
    }
}

extension MutationReceiver {
    /// Returns a write-only store for the controller of a part of the scene. It accepts the mutations of the part.
    ///
    /// - Parameter mutation: Converts a mutation of the part into one of the scene. Usually a case of the scene's
    ///   mutations.
    /// - Returns: A store that holds this one.
    public func scoped<PartMutation: Sendable>(
        mutation: @escaping (PartMutation) -> Mutation
    ) -> some MutationReceiver<PartMutation> {
        ScopedReceiver(self, mutation)
    }
}

/// A store whose mutations are those of a part.
private class ScopedReceiver<Whole: MutationReceiver, Mutation: Sendable>: MutationReceiver {
    final let whole: Whole
    final let embed: (Mutation) -> Whole.Mutation

    init(_ whole: Whole, _ embed: @escaping (Mutation) -> Whole.Mutation) {
        self.whole = whole
        self.embed = embed
    }

    final func execute(_ mutation: Mutation) {
        let plain: (Whole.Mutation) -> Void = whole.execute(_:)
        plain(embed(mutation))
    }

    final func execute(_ mutation: Mutation, evenIfCancelled: Bool) {
        let plain: (Whole.Mutation, Bool) -> Void = whole.execute(_:evenIfCancelled:)
        plain(embed(mutation), evenIfCancelled)
    }

    final func execute(_ mutation: Mutation, evenIfCancelled: Bool, at site: CallSite) {
        whole.execute(embed(mutation), evenIfCancelled: evenIfCancelled, at: site)
    }
}

/// A store that shows a part of the domain state.
private final class ScopedStore<Whole: DomainStore, DomainState: Sendable, Mutation: Sendable>:
    ScopedReceiver<Whole, Mutation>, DomainStore
{
    private let part: KeyPath<Whole.DomainState, DomainState>

    init(
        _ whole: Whole, _ part: KeyPath<Whole.DomainState, DomainState>, _ embed: @escaping (Mutation) -> Whole.Mutation
    ) {
        self.part = part
        super.init(whole, embed)
    }

    var domainState: DomainState { whole.domainState[keyPath: part] }

    var domainSnapshot: DomainSnapshot<DomainState> {
        let snapshot = whole.domainSnapshot
        return DomainSnapshot(value: snapshot.value[keyPath: part], revision: snapshot.revision)
    }

    @discardableResult
    func execute(_ mutation: Mutation, basedOn revision: Revision) -> Bool {
        whole.execute(embed(mutation), basedOn: revision)
    }
}
