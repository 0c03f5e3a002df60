/// Stores seen through a part of the scene.
extension DomainStore {
    /// The store as an interactor of a part of the scene sees it: a part of the domain state, and the mutations of the part.
    ///
    /// ```swift
    /// let favouriting = FavouritingInteractor(
    ///     store: store.scoped(to: \.favourite) { .favouriting($0) }, worker: worker)
    /// ```
    ///
    /// So an interactor is written once, and serves in every scene that has such a part. It is the store of the scene all the
    /// same: mutations are applied, queued and dropped as if the scene had executed them, and reports name the line at which
    /// the part executed them. A revision is that of the whole domain state: ``DomainStore/execute(_:basedOn:)`` refuses a
    /// mutation also if another part has changed.
    ///
    /// - Parameters:
    ///   - part: The part of the domain state.
    ///   - mutation: Makes the scene's mutation of a mutation of the part. Usually one case of the scene's mutations.
    /// - Returns: A store that keeps this one.
    /// - Complexity: What reading the domain state costs, and the key path.
    public func scoped<Part: Sendable, PartMutation: Sendable>(
        to part: KeyPath<DomainState, Part>, mutation: @escaping (PartMutation) -> Mutation
    ) -> some DomainStore<Part, PartMutation> {
        ScopedStore(self, part, mutation)
    }
}

extension MutationReceiver {
    /// The store as a controller of a part of the scene sees it: write-only, with the mutations of the part.
    ///
    /// - Parameter mutation: Makes the scene's mutation of a mutation of the part. Usually one case of the scene's mutations.
    /// - Returns: A store that keeps this one.
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
