import Foundation
import Testing

/// Runs the probe on a virtual display, and returns its output.
///
/// - Parameters:
///   - display: Whether there is a display.
///   - hasMessages: Whether the messages of GTK are part of the output.
private func probe(
    _ arguments: String..., display: Bool = true, hasMessages: Bool = false, locale: String = "C.UTF-8"
) throws -> (output: String, status: Int32) {
    let program = Bundle.main.bundleURL.appendingPathComponent("scene-gtk-probe").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
        (display ? [] : ["-u", "DISPLAY", "-u", "WAYLAND_DISPLAY"]) + ["LC_ALL=\(locale)"]
        + (display ? ["xvfb-run", "-a"] : []) + [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = display && !hasMessages ? FileHandle.nullDevice : pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
}

private let hasDisplay = ["/usr/bin/xvfb-run", "/usr/local/bin/xvfb-run", "/opt/X11/bin/xvfb-run"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

/// The tests run in a process of their own, because a window must be used on the main thread.
@Suite(
    "windows", .serialized,
    .enabled(if: hasDisplay, "These tests show windows on a display of their own: apt-get install xvfb xauth"))
struct WindowTests {
    @Test func `main-actor tasks run inside the main loop`() throws {
        #expect(try probe("tasks").output == "tasks: 10000\n")
    }

    @Test func `a scene that commits without end does not keep the window from being drawn`() throws {
        #expect(try probe("frames").output == "frames: 10, fewer updates than commits: true\n")
    }

    @Test func `a callback ends with its owner, and a widget does not keep the screen it belongs to`() throws {
        #expect(try probe("owner").output == "owner: 1\nreleased: true\n")
    }

    @Test func `a signal that expects a result, or passes something else, is refused with a sentence`() throws {
        let (output, status) = try probe("signals", hasMessages: true)
        #expect(status == 0 && output.contains("called: title, position 7\n"), "\(output)")
        #expect(output.contains("refused: [0, 0, 0, 0, 0]\n"), "\(output)")
        for sentence in [
            "SceneGTK-CRITICAL",
            "GtkApplicationWindow cannot call back for 'close-request': the signal expects a result",
            "for 'no-such-signal': it has no such signal.",
            "for 'activate': the only argument of the signal has to be an object",
            "GtkButton cannot call back for 'clicked': the only argument of the signal has to be a position",
        ] { #expect(output.contains(sentence), "\(output)") }
    }

    @Test func `a refused signal is named also where the locale has no UTF-8`() throws {
        let (output, _) = try probe("signals", hasMessages: true, locale: "C")
        #expect(output.contains("cannot call back for 'close-request': "), "\(output)")
    }

    @Test func `the time of callbacks is measured once, and without what GLib does`() throws {
        #expect(try probe("callbacks").output == "callbacks: once true, not of GLib true\n")
    }

    @Test func `an object stays as long as it is referenced, after its owner has released it`() throws {
        let (output, _) = try probe("reference", hasMessages: true)
        #expect(output.contains("reference: 0 items\n") && !output.contains("CRITICAL"), "\(output)")
    }

    @Test func `an idle window does not run the main queue`() throws {
        // The loop wakes once in three seconds, for the end of the three seconds.
        #expect(try probe("idle").output == "idle: 1\n")
    }

    @Test func `a window draws itself into a file`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("scene-gtk-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try probe("screenshot", file.path).output == "screenshot: true\n")
        let picture = try Data(contentsOf: file)
        #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/xdotool"), "apt-get install xdotool"))
    func `keys and clicks reach the scene, and the window shows its states`() throws {
        let folder = ProcessInfo.processInfo.environment["SCREENSHOTS"].map { URL(fileURLWithPath: $0) }
        let file = (folder ?? FileManager.default.temporaryDirectory).appendingPathComponent("notes-\(UUID()).png")
        defer { if folder == nil { try? FileManager.default.removeItem(at: file) } }
        #expect(try probe("scene", file.path).output == "✓ Milk\nDone\nBread\nDone\nscreenshot: true\n")
        #expect(try Data(contentsOf: file).count > 1_000)
    }
}

@Suite("no display") struct NoDisplayTests {
    @Test func `without a display the program ends with a sentence`() throws {
        let (output, status) = try probe("tasks", display: false)
        #expect(output.contains("There is no display"))
        #expect(status == 1)
    }
}
