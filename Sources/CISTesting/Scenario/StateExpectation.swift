public import CIS

/// An expectation about one field of a state, or about the calls of a stub.
///
/// It is created by comparing a key path or a stub: `\.isShown == true`, `test.worker.toasts == ["hello"]`.
@MainActor
public struct StateExpectation<State: SceneState> {
    /// The field. `nil` for a stub.
    private let keyPath: PartialKeyPath<State>?
    /// Returns the problem, or `nil` if the expectation is met.
    let check: (State) -> String?

    /// - Parameter check: Returns the problem. The name of the field is a function, because Swift looks it up slowly.
    init<Value>(_ path: KeyPath<State, Value>, _ check: @escaping (Value, _ name: () -> String) -> String?) {
        keyPath = path
        self.check = { state in
            guard !isGone(path, in: state) else {
                return "\(fieldName(path)) cannot be read: an index or a forced optional in the path is not there"
            }
            return check(state[keyPath: path], { fieldName(path) })
        }
    }

    init(check: @escaping () -> String?) {
        keyPath = nil
        self.check = { _ in check() }
    }

    /// The name of the field: empty for the whole state, `nil` if the field has no name. Slow, because the name is looked up.
    var path: String? {
        guard let keyPath else { return nil }
        let text = fieldPath(keyPath)
        return text.isEmpty && keyPath != \State.self ? nil : text
    }
}

/// Expects a field to be equal to a value.
@MainActor
public func == <State: SceneState, Value: Equatable>(
    path: KeyPath<State, Value>, value: Value
) -> StateExpectation<State> {
    StateExpectation(path) { actual, name in
        guard actual != value else { return nil }
        return Difference.message("\(name()) differs", expected: value, actual: actual)
            // All parts can be equal although `==` returns `false`.
            ?? Difference.message("\(name()) differs", "  \(describe(actual)), which is not equal by ==")
    }
}

/// Expects a field to differ from a value.
@MainActor
public func != <State: SceneState, Value: Equatable>(
    path: KeyPath<State, Value>, value: Value
) -> StateExpectation<State> {
    StateExpectation(path) { $0 == value ? "\($1()) is \(describe(value)), and should not be" : nil }
}

/// Expects that exactly these calls of a stub were made since the last check, in this order.
///
/// ```swift
/// test.then(
///     "it is refused", \.images.count == 5,
///     test.worker.toasts == ["Five at most."])
/// ```
@MainActor
public func == <State: SceneState, Arguments, Answer, Failure>(
    stub: StubbedCall<Arguments, Answer, Failure>, calls: [Arguments]
) -> StateExpectation<State> {
    StateExpectation { stub.difference(from: calls) }
}

/// The names of the stored fields on a key path, up to the first computed property, as they stand in a difference of states.
func fieldPath(_ path: AnyKeyPath) -> String {
    storedFields(of: components(of: path)).joined(separator: ".").filter { $0 != "?" && $0 != "!" }
}

/// The field that a key path names, for a message. A computed property, such as `count`, is a part of the field before it.
private func fieldName(_ path: AnyKeyPath) -> String {
    let components = components(of: path)
    let names = storedFields(of: components)
    var text = names.joined(separator: ".")
    // A key path through `?` ends with one more, because its value is optional.
    if text.dropLast().contains("?"), text.hasSuffix("?") { text.removeLast() }
    return text.isEmpty ? "The value" : names.count == components.count ? text : "A part of \(text)"
}

private func components(of path: AnyKeyPath) -> ArraySlice<Substring> {
    "\(path)".split(separator: ".", omittingEmptySubsequences: false).dropFirst()
}

/// The names up to the first computed property, whose name Swift does not know.
private func storedFields(of components: ArraySlice<Substring>) -> ArraySlice<Substring> {
    components.prefix { !$0.contains("<") && !$0.contains("(") && !$0.isEmpty && $0 != "self" }
}
