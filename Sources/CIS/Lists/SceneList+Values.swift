/// Two lists are equal if they have equal items in the same order.
extension SceneList: Equatable where Item: Equatable {
    /// Whether both lists consist of equal items in the same order.
    ///
    /// - Complexity: O(1) for a list and its unchanged copy, else O(*n*).
    public static func == (lhs: SceneList, rhs: SceneList) -> Bool {
        lhs.version.number == rhs.version.number
            || lhs.elementsEqual(rhs) && (!Origin.areCompared || lhs.origins.elementsEqual(rhs.origins))
    }

    /// The origins of the elements, in order.
    private var origins: some Sequence<UInt64> {
        (storage?.order.cells ?? []).lazy.map { [storage] in storage?.origins[Int($0)] ?? 0 }
    }
}

extension SceneList: Hashable where Item: Hashable {
    /// Hashes the items, in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for item in self { hasher.combine(item) }
    }
}

extension SceneList: Encodable where Item: Encodable {
    /// Encodes the items, in order, as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for item in self { try container.encode(item) }
    }
}

extension SceneList: Decodable where Item: Decodable {
    /// Decodes a list from an array of items. Throws if an id occurs twice.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        self.init()
        while !container.isAtEnd {
            let item = try container.decode(Item.self)
            guard append(item) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Two items have the id \(item.id).")
            }
        }
    }
}
