/// A value in an object, which closures share.
// Not a captured variable, because Swift's check of overlapping accesses would triple the cost of an observer whose value has
// not changed.
@usableFromInline
final class Box<Value> {
    // Unchecked exclusivity is safe here: only the main actor uses a box, and each access ends before any client code runs.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }
}
