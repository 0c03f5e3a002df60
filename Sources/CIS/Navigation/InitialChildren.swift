/// Creates the children that an initial state requires, at the moment they are declared.
///
/// The assembly of a child declares and creates its own children, so that each level of the tree is a nested call.
/// Beyond a depth that real trees do not reach, children are created later, level by level. Otherwise the call stack
/// could overflow.
@MainActor
enum InitialChildren {
    private static let greatestDepth = 32
    private static var depth = 0
    /// The children beyond the depth limit that must still be created, in the order of their declarations.
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
