/// Makes the children that a state asks for when they are declared.
///
/// A child's assembly declares children of its own, which are made in it, and so on: a call for each level. Where that goes
/// deeper than anybody nests scenes, the children are made when the scenes at the limit are assembled, level by level.
@MainActor
enum InitialChildren {
    private static let greatestDepth = 32
    private static var depth = 0
    /// Those beyond the limit, in the order of their declarations.
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
