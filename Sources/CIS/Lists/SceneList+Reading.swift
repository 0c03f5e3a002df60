/// A key path that looks an item up is read without a trap.
extension SceneList: ReadableByKey {
    static func value(at place: UnsafeRawPointer, for key: UnsafeRawPointer) -> Any {
        place.assumingMemoryBound(to: Self.self).pointee[id: key.assumingMemoryBound(to: Item.ID.self).pointee] as Any
    }

    static var getters: [(path: AnyKeyPath, kind: KnownGetters.Kind)] {
        [
            (\SceneList<KnownItem>.[id: 0], .key), (\SceneList<KnownItem>.count, .other),
            (\SceneList<KnownItem>.ids, .other),
        ]
    }
}

/// An item, because the path of a look-up can be written only for a certain type. All types have the same getter.
private struct KnownItem: Identifiable {
    let id: Int
}
