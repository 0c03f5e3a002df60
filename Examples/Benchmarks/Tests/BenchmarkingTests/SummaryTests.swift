import Benchmarking
import Testing

@Suite struct `A summary` {
    @Test func `the median of an odd number is the one in the middle`() {
        #expect(Summary([9, 1, 5]) == Summary(median: 5, minimum: 1, spread: 1.6))
    }

    @Test func `the median of an even number lies between the two in the middle`() {
        #expect(Summary([4, 1, 2, 100]).median == 3)
    }

    @Test func `one outlier moves the spread and not the median`() {
        let calm = Summary([10, 10, 10, 10, 10])
        let disturbed = Summary([10, 10, 10, 10, 60])
        #expect(calm.median == disturbed.median)
        #expect(calm.spread == 0)
        #expect(disturbed.spread == 5)
    }

    @Test func `nothing has no median`() {
        #expect(Summary([]).median.isNaN)
    }
}

@Suite struct `A fitted growth` {
    @Test(arguments: [0.0, 0.5, 1, 2])
    func `the exponent of a power law is found`(exponent: Double) throws {
        let points = [1.0, 10, 100, 1_000].map { size in
            (size: size, cost: 3 * power(size, exponent))
        }
        let growth = try #require(Growth(points))
        #expect((growth.exponent - exponent).magnitude < 1e-9)
    }

    @Test func `a constant part hides a linear one at small sizes`() throws {
        let points = [1.0, 10, 100, 1_000].map { (size: $0, cost: 50 + $0) }
        let growth = try #require(Growth(points))
        #expect(growth.exponent > 0.2)
        #expect(growth.exponent < 0.8)
    }

    @Test func `one size, and sizes or costs that have no logarithm, say nothing`() {
        #expect(Growth([(size: 10, cost: 5)]) == nil)
        #expect(Growth([(size: 10, cost: 5), (size: 10, cost: 6)]) == nil)
        #expect(Growth([(size: 10, cost: 5), (size: 0, cost: 6), (size: 20, cost: 0)]) == nil)
        #expect(Growth([]) == nil)
    }

    private func power(_ base: Double, _ exponent: Double) -> Double {
        // Correct only for exponents that are multiples of a half.
        var result = 1.0
        for _ in 0..<Int(exponent * 2) { result *= base.squareRoot() }
        return result
    }
}
