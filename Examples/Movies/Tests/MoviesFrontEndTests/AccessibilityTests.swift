import Foundation
import Testing

extension FrontEnds {
    /// The window as assistive technology sees it, driven by `accessible.py` over the accessibility bus.
    @Suite(
        .enabled(
            if: has("python3", "Xvfb", "xdotool", "dbus-run-session")
                && FileManager.default.fileExists(atPath: "/usr/share/dbus-1/services/org.a11y.Bus.service"),
            "apt-get install python3 xvfb xdotool dbus at-spi2-core libatspi2.0-0"))
    struct AccessibilityTests {
        @Test
        func `MV-18 MV-26 MV-30 MV-32 field, rows, posters, suggestions and errors have names, and can be pressed`()
            throws
        {
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Contract/accessible.py")
                .path
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3", script, Bundle.main.bundleURL.path]
            let report = Pipe()
            process.standardOutput = report
            process.standardError = report
            try process.run()
            let text = String(decoding: report.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(text)")
        }
    }
}
