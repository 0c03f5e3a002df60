#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The specification that the scenarios of a run write, on request.
package enum Specification {
    /// The file, which the environment variable `SPECIFICATION` names. `nil` if nothing is to be written.
    @TaskLocal package static var path: String? = getenv("SPECIFICATION").map { String(cString: $0) }

    /// Whether scenarios are to be recorded.
    package static var isRequested: Bool { path?.isEmpty == false }

    /// Merges a scenario that has ended into the specification, if one is to be written.
    ///
    /// - Parameters:
    ///   - row: The scenario and its result.
    ///   - exercised: The scenes of the scenario, with what it made them do.
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
