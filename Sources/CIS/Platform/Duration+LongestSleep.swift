extension Duration {
    /// More than anybody waits, and less than what stops the program: the system's clocks cannot sleep for as long as a
    /// duration can be.
    package static let longestSleep = Duration.seconds(100 * 366 * 86_400)
}
