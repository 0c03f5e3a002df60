/// Creates the children of an initial state, when they are declared.
///
/// The assembly of a child declares and creates children of its own, and so on: one nested call for each level. Below a
/// limit that real trees do not reach, children are created later, level by level, so that the call stack does not
/// overflow.
@MainActor
enum InitialChildren {
    private static let greatestDepth = 32
    private static var depth = 0
    /// The creations beyond the limit, in the order of their declarations.
    private static var waiting = Queue<() -> Void>()

    static func make(_ body: @escaping () -> Void) {
        guard depth < greatestDepth else { return waiting.append(body) }
        depth += 1
        body()
        if depth == greatestDepth {
            while let next = waiting.popFirst() { next() }
        }
        depth -= 1
    }
}
