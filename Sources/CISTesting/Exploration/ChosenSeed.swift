internal import CIS

/// The seed that an environment variable selects for explorations.
package enum ChosenSeed {
    /// The value of the environment variable `CIS_SEED`. A task-local value, so that tests of explorations can replace
    /// it.
    @TaskLocal package static var text: String? = environmentVariable("CIS_SEED")

    /// Returns the seed, or `nil` if none is selected.
    ///
    /// - Throws: ``InvalidSeed``, if the text is not a seed.
    static func current() throws(InvalidSeed) -> UInt64? {
        guard let text, !text.isEmpty else { return nil }
        guard let seed = UInt64(text) else { throw InvalidSeed(text: text) }
        return seed
    }

    struct InvalidSeed: Error, CustomStringConvertible {
        let text: String
        var description: String {
            "CIS_SEED is \"\(text)\", which is not a seed. A seed is a number from 0 to \(UInt64.max)."
        }
    }
}
