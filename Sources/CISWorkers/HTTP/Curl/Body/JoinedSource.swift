#if os(Linux)
/// Several contents, one after the other.
struct JoinedSource: BodySource {
    let size: Int64
    private let pieces: [(start: Int64, source: any BodySource)]

    init(_ sources: [any BodySource]) {
        var end: Int64 = 0
        pieces = sources.filter { $0.size > 0 }.map { source in
            defer { end += source.size }
            return (end, source)
        }
        size = end
    }

    func give(
        from position: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ wake: @escaping @Sendable () -> Void
    ) -> Given {
        guard let piece = pieces.last(where: { $0.start <= position }), position < size else { return .given(0) }
        return piece.source.give(from: position - piece.start, into: buffer, wake)
    }
}
#endif
