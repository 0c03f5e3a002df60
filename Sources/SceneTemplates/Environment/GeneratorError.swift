/// Why nothing was done, and what to do about it. Both are sentences for the person who typed the command.
package struct GeneratorError: Error, Equatable, CustomStringConvertible {
    /// What is wrong; names the value.
    package var problem: String
    /// What to do about it.
    package var remedy: String

    /// - Parameters:
    ///   - problem: What is wrong, with the value in it.
    ///   - remedy: What to type or to change instead.
    package init(_ problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }

    package var description: String { "\(problem) \(remedy)" }
}
