import CIS
import CISTesting
import Testing

/// Differences of values.
@Suite struct `Differences of values` {
    private struct State {
        var count = 0
        var names = ["a", "b"]
        var time = Duration.zero
        var details = Presented<String>()
        var object: AnyObject?
    }
    private final class Box {}

    @Test func `equal values have no difference`() {
        #expect(Difference.text(expected: State(), actual: State()) == nil)
    }

    @Test func `the difference of two values is that of their lines`() {
        #expect(
            Difference.text(expected: State(), actual: State(count: 1, names: ["a", "b", "c"]))
                == """
                  State(
                − count: 0
                + count: 1
                    names: [
                      "a"
                      "b"
                +     "c"
                    ]
                    time: 0.0 seconds
                  … 3 equal lines
                """.replacing("count:", with: "  count:"))
    }

    @Test func `where the lines are the same, the fields of system types are compared`() {
        var (first, second) = (State(), State())
        first.details.present("a")
        second.details.present("b")
        second.details.present("a")
        #expect("\(first.details)" == "\(second.details)")
        let text = Difference.text(expected: first, actual: second)
        #expect(text?.contains("number: 1)") == true)
        #expect(text?.contains("number: 2)") == true)
    }

    @Test func `if nothing else shows the difference, its path is shown`() {
        let numbers = Array(0..<5_000)
        var other = numbers
        other[4_321] = 0
        #expect(
            Difference.text(expected: numbers, actual: other)
                == "The values look the same and differ in: [4321]")
        #expect(
            Difference.text(expected: State(object: Box()), actual: State(object: Box()))
                == "The values look the same and differ in: object")
    }
}
