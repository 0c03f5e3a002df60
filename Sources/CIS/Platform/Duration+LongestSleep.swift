extension Duration {
    /// A hundred years: the longest time that the library passes to a clock's `sleep`. The system's clocks trap for the
    /// greatest durations.
    package static let longestSleep = Duration.seconds(100 * 366 * 86_400 as Int64)
}
