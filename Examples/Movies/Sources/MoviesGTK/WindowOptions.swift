package import MoviesOptions

/// The options of the program with a window, and those that all programs have.
package struct WindowOptions: Sendable {
    package let options: Options
    /// The size of the window.
    package private(set) var size: (width: Int32, height: Int32) = (480, 720)
    /// The query to search for at once.
    package let query: String?
    /// The number of the film to open then, from 1.
    package let opened: Int?
    /// The file into which the window is drawn.
    package let screenshot: String?
    /// How many seconds the list is scrolled through.
    package let scroll: Double?
    /// How many seconds nothing happens before the program ends.
    package let rest: Double?
    package let hasStatistics, isDark, hasText: Bool

    package static let help = """
        usage: movies-gtk [options]

        Searches films in a window, without options in a bundled catalogue of films that nobody has made.
        \(Options.help)
          --size WxH     the size of the window, such as 360x640
          --dark         the dark style, also if the desktop is light
          --search TEXT  searches at once
          --open N       and opens the Nth film
          --screenshot FILE
                         draws the window into a PNG file and ends; where there is no display it needs xvfb-run
          --stats        prints how long the start and a search have taken, and with --scroll how long frames
                         were, and why
          --scroll S     scrolls through all films in S seconds and ends
          --rest S       does nothing for S seconds and ends
          --text         prints what can be read in the window whenever it changes
        Keys: Ctrl+F searches, Down goes to the suggestions, Escape and Alt+Left lead back, Ctrl+W closes.
        """

    /// - Throws: `Options.Misuse` with a sentence.
    package init(_ arguments: some Sequence<String>, environment: [String: String]) throws(Options.Misuse) {
        options = try Options(
            arguments, environment: environment,
            own: ["--size", "--search", "--open", "--screenshot", "--scroll", "--rest"],
            flags: ["--dark", "--stats", "--text"])
        query = options.own["--search"]
        screenshot = options.own["--screenshot"]
        opened = try Self.number("--open", options, 1...1_000_000, Int.init)
        scroll = try Self.number("--scroll", options, 0.1...3_600, Double.init)
        rest = try Self.number("--rest", options, 0.1...3_600, Double.init)
        hasStatistics = options.own["--stats"] != nil
        isDark = options.own["--dark"] != nil
        hasText = options.own["--text"] != nil
        guard let size = options.own["--size"] else { return }
        let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy({ 200...10_000 ~= $0 }) else {
            throw Options.Misuse("--size \(size): write a width and a height from 200 to 10000, such as 360x640.")
        }
        self.size = (sides[0], sides[1])
    }

    private static func number<Number: Comparable>(
        _ name: String, _ options: Options, _ range: ClosedRange<Number>, _ read: (String) -> Number?
    ) throws(Options.Misuse) -> Number? {
        guard let text = options.own[name] else { return nil }
        // A number that is not finite is in no range.
        guard let number = read(text), range.contains(number) else {
            throw Options.Misuse("\(name) \(text): write a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
