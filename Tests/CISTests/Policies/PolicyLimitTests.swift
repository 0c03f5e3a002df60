import CIS
import Testing

@Suite struct `Limit of a policy` {
    @Test(arguments: [1, 0, -3]) func `is at least one, which is the policy serial`(limit: Int) {
        #expect(ActionPolicy.limited(limit) == .serial)
    }

    @Test func `is the number that was given, if it is greater`() {
        #expect(ActionPolicy.limited(2) != .serial)
        #expect(ActionPolicy.limited(2) != .limited(3))
    }
}
