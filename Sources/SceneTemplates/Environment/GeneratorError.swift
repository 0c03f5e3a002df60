/// Why a command did nothing, and what the user can do about it. Both are sentences.
package struct GeneratorError: Error, Equatable, CustomStringConvertible {
    /// The problem, with the value.
    package let problem: String
    /// What to type or to change instead.
    package let remedy: String

    package init(_ problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }

    package var description: String { "\(problem) \(remedy)" }
}

/// - Throws: ``GeneratorError`` if the condition does not hold.
func require(
    _ condition: Bool, _ problem: @autoclosure () -> String, remedy: @autoclosure () -> String
) throws(GeneratorError) {
    guard condition else { throw GeneratorError(problem(), remedy: remedy()) }
}

/// - Throws: ``GeneratorError`` if there is no value.
func require<Value>(
    _ value: Value?, _ problem: @autoclosure () -> String, remedy: @autoclosure () -> String
) throws(GeneratorError) -> Value {
    guard let value else { throw GeneratorError(problem(), remedy: remedy()) }
    return value
}
