internal import CIS

/// The specification that scenarios write if the environment requests it.
package enum Specification {
    /// The file that the environment variable `SPECIFICATION` names. `nil` if no specification is written.
    @TaskLocal package static var path: String? = environmentVariable("SPECIFICATION")

    /// Whether a specification is written.
    package static var isRequested: Bool { path?.isEmpty == false }

    /// Merges an ended scenario into the specification, if one is written.
    ///
    /// - Parameters:
    ///   - row: The scenario and its result.
    ///   - exercised: The scenes of the scenario, with the cases that they exercised.
    ///   - place: Where to report that the file cannot be written.
    package static func record(_ row: ScenarioRow, exercised: [DefinitionCases], at place: SourcePlace) {
        guard let path, !path.isEmpty else { return }
        do throws(SpecificationError) {
            try SpecificationFile(path).record(row, exercised: exercised)
        } catch {
            TestFailure(message: "The specification was not written (SPECIFICATION=\(path)): \(error)", place: place)
                .report()
        }
    }
}
