import CIS
import Testing

/// The number of a case, which is read by way of Swift's ABI, must match the name that reflection returns.
@Suite struct `Numbers of cases` {
    private final class Box: Sendable {}

    private enum Bare: CaseIterable, Sendable { case a, b, c }
    private enum Single: Sendable { case only }
    private enum Mixed: Sendable {
        case none
        case text(String)
        case pair(Int, flag: Bool)
        case object(Box)
        case optional(String?)
        case bare(Bare)
        case end
    }
    private enum OneObject: Sendable { case object(Box), empty, other }
    private indirect enum Tree: Sendable { case leaf, node(Tree, Tree), value(Int) }
    private enum Generic<Value: Sendable>: Sendable { case one(Value), two(Value, Value), zero }
    private enum Nested: Sendable { case left(Mixed), right(Mixed) }

    @Test func `each case has its own number, whatever its associated values`() {
        agree(Bare.allCases)
        agree([Single.only, .only])
        agree([
            Mixed.none, .text(""), .text("a text that is longer than what fits into a string itself"),
            .pair(1, flag: true),
            .pair(.max, flag: false), .object(Box()), .optional(nil), .optional("a"), .bare(.a), .bare(.c), .end,
        ])
        agree([OneObject.object(Box()), .empty, .other, .object(Box())])
        agree([Tree.leaf, .node(.leaf, .value(1)), .value(2), .node(.leaf, .leaf)])
        agree([Generic.one("a"), .two("a", "b"), .zero, .one("b")])
        agree([Generic.one(1), .two(1, 2), .zero, .one(2)])
        agree([Nested.left(.none), .right(.none), .left(.text("a")), .right(.end)])
    }

    @Test func `a value that is not an enum has no number`() {
        #expect(enumTag(of: 1) == nil)
        #expect(enumTag(of: "a") == nil)
        #expect(enumTag(of: Box()) == nil)
        #expect(enumTag(of: (1, 2)) == nil)
    }

    private func agree<Value: Sendable>(_ values: [Value]) {
        for one in values {
            for other in values {
                #expect((GroupID(caseOf: one) == GroupID(caseOf: other)) == (enumTag(of: one) == enumTag(of: other)))
            }
            #if arch(x86_64)
            #expect(enumTag(of: one) != nil)
            #endif
        }
    }
}
