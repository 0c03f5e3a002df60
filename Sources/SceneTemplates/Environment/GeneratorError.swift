/// Why a command did nothing, and what the user can do about it. Both are sentences.
package struct GeneratorError: Error, Equatable, CustomStringConvertible {
    /// The problem, with the value.
    package var problem: String
    /// The remedy.
    package var remedy: String

    /// - Parameters:
    ///   - problem: The problem, with the value.
    ///   - remedy: What to type or to change instead.
    package init(_ problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }

    package var description: String { "\(problem) \(remedy)" }
}
