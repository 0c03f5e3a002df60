import Foundation
import Testing

/// What can be measured of the appearance of a page, in all the ways that people look at it.
extension Page {
    /// Shows the page in a window of this size.
    ///
    /// - Parameters:
    ///   - scale: How large letters are, compared with the usual size.
    ///   - forcedColors: Whether the system chooses all colours.
    ///   - moreContrast: Whether the system asks for more contrast.
    func look(
        _ width: Int, _ height: Int, isDark: Bool = false, scale: Int = 1, forcedColors: Bool = false,
        moreContrast: Bool = false
    ) async throws {
        try await resize(
            width, height, isDark: isDark, forcedColors: forcedColors, moreContrast: moreContrast)
        // As the settings of a browser do it: queries of the width in rem see it, too.
        try await call("Page.setFontSizes", ["fontSizes": ["standard": scale * 16, "fixed": scale * 13]])
    }

    /// Checks the screen that is shown in all these ways, and stores pictures of it. Afterwards the page looks as before.
    func expectNoProblems(_ name: String) async throws {
        for problem in try await problems(name) { Issue.record("\(problem)") }
    }

    private func problems(_ name: String) async throws -> [String] {
        var found: [String] = []
        let sizes = [(360, 740), (768, 1024), (1280, 800)]
        for (width, height) in sizes {
            for (forcedColors, isDark) in [(false, false), (false, true), (true, false), (true, true)] {
                let place = "\(name)-\(width)-\(forcedColors ? "forced-" : "")\(isDark ? "dark" : "light")"
                try await look(width, height, isDark: isDark, forcedColors: forcedColors)
                for measure in ["contrasts()", "overflows()", "brokenWords()"] + (forcedColors ? ["edges()"] : []) {
                    found += try await texts(measure).map { "\(place): \($0)" }
                }
                try await screenshot(place)
            }
        }
        for (width, height) in sizes {
            try await look(width, height, scale: 2)
            for measure in ["overflows()", "letters(32)", "brokenWords()", "unnamed()", "headings()"] {
                found += try await texts(measure).map { "\(name)-\(width), letters of 200 %: \($0)" }
            }
            try await screenshot("\(name)-\(width)-large")
        }
        try await look(360, 740, moreContrast: true)
        // WCAG 1.4.6: texts of 7:1.
        found += try await texts("contrasts(7)").map { "\(name), more contrast: \($0)" }
        try await screenshot("\(name)-360-contrast")
        try await look(800, 600)
        return found
    }

    /// A list of texts that a script returns.
    private func texts(_ script: String) async throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(try await run(script).utf8))
    }

    /// The functions in JavaScript that a page of a test gets: those that find elements, and those that measure.
    static var helpers: String {
        get throws {
            let examples = URL(filePath: #filePath).appending(path: "../../../../..").standardized
            return try String(contentsOf: examples.appending(path: "SceneWeb/Tests/measures.js"), encoding: .utf8)
                + finders
        }
    }
}
