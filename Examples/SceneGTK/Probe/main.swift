import CGTK
import CIS
import Foundation
import SceneGTK

/// A window with a label and a button.
@MainActor
final class Window {
    let window: UnsafeMutablePointer<GtkWidget>
    let label: UnsafeMutablePointer<GtkWidget>
    let button: UnsafeMutablePointer<GtkWidget>
    var count = 0
    var updates = 0
    private(set) lazy var update = FrameUpdate(on: self) { window in
        window.updates += 1
        gtk_label_set_text(gtk_as_label(window.label), "\(window.count)")
    }

    init(_ application: UnsafeMutablePointer<GtkApplication>) {
        window = gtk_application_window_new(application)
        label = gtk_label_new("안녕하세요")
        button = gtk_button_new_with_label("Count")
        if let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12) {
            gtk_box_append(gtk_as_box(box), label)
            gtk_box_append(gtk_as_box(box), button)
            gtk_window_set_child(gtk_as_window(window), box)
        }
        gtk_window_set_default_size(gtk_as_window(window), 320, 200)
        connect(button, "clicked", on: self) { $0.count += 1 }
        gtk_window_present(gtk_as_window(window))
    }
}

@MainActor func report(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

@MainActor func probe(_ name: String, _ application: UnsafeMutablePointer<GtkApplication>) async {
    switch name {
    case "tasks":
        let window = Window(application)
        for _ in 0..<10_000 { await Task { @MainActor in window.count += 1 }.value }
        report("tasks: \(window.count)")
    case "frames":
        // The window is drawn although commits follow each other without end, each in a job of its own.
        let window = Window(application)
        let drawn = FrameCounter(window.window)
        while drawn.count < 10 {
            window.count += 1
            window.update.request()
            await Task { @MainActor in }.value
        }
        report("frames: 10, fewer updates than commits: \(window.updates < window.count)")
    case "owner":
        var owner: Window? = Window(application)
        weak let window = owner
        guard let button = owner?.button else { return }
        g_signal_emit_by_name_clicked(button)
        report("owner: \(owner?.count ?? -1)")
        owner = nil
        // The button is still there: its window belongs to the application.
        g_signal_emit_by_name_clicked(button)
        report("released: \(window == nil)")
    case "callbacks": await callbacks(Window(application))
    case "signals": signals(Window(application))
    case "reference":
        let (model, store) = (gtk_no_selection_new(nil), g_list_store_new(g_object_get_type()))
        guard let model, let store else { return }
        let reference = ObjectReference(UnsafeMutableRawPointer(store))
        gtk_no_selection_set_model(model, store)
        g_object_unref(UnsafeMutableRawPointer(store))
        g_object_unref(UnsafeMutableRawPointer(model))
        report("reference: \(withExtendedLifetime(reference) { g_list_model_get_n_items(store) }) items")
    case "idle":
        let window = Window(application)
        try? await Task.sleep(for: .seconds(2))
        let before = MainQueueSource.runs
        try? await Task.sleep(for: .seconds(3))
        report("idle: \(MainQueueSource.runs - before)")
        _ = window
    case "screenshot":
        let window = Window(application)
        let drawn = FrameCounter(window.window)
        while drawn.count < 3 { await Task { @MainActor in }.value }
        report("screenshot: \(writeScreenshot(of: window.window, to: CommandLine.arguments[2]))")
    case "scene":
        let scene = Notes.assemble()
        let window = NotesWindow(application, scene)
        let drawn = FrameCounter(window.window)
        await drawn.next()
        // Types a note, presses Return, types another one, and clicks beside the first, as a user would.
        press(["mousemove", "100", "20", "click", "1", "type", "Milk"])
        press(["key", "Return", "type", "Bread"])
        press(["key", "Return"])
        for await notes in scene.values(\.notes) where notes.count == 2 { break }
        await drawn.next()
        press(["mousemove", "290", "70", "click", "1"])
        for await notes in scene.values(\.notes) where notes.contains(where: \.isCrossedOut) { break }
        await drawn.next()
        report(visibleText(of: window.window))
        if CommandLine.arguments.count > 2 {
            report("screenshot: \(writeScreenshot(of: window.window, to: CommandLine.arguments[2]))")
        }
    default:
        report("unknown probe \(name)")
    }
    g_application_quit(gtk_as_application(application))
}

/// Uses the processor for 50 ms.
func work() {
    func used() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = used()
    while used() < start + 50_000_000 {}
}

/// Works in a callback during a callback, and in a function that GLib calls.
@MainActor func callbacks(_ shown: Window) async {
    connect(shown.button, "clicked") { work() }
    connect(shown.window, "notify::title", on: shown) { g_signal_emit_by_name_clicked($0.button) }
    CallbackTime.isMeasured = true
    let before = CallbackTime.milliseconds
    gtk_window_set_title(gtk_as_window(shown.window), "Callbacks")
    let once = CallbackTime.milliseconds - before
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let data = Unmanaged.passRetained(Box(continuation)).toOpaque()
        g_idle_add(
            { data in
                work()
                if let data { Unmanaged<Box>.fromOpaque(data).takeRetainedValue().continuation.resume() }
                return 0
            }, data)
    }
    let twice = CallbackTime.milliseconds - before
    report("callbacks: once \(once >= 50 && once < 90), not of GLib \(twice < 90)")
}

/// Holds a continuation for a function of C.
final class Box: Sendable {
    let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
}

/// Connects signals that can call a callback, and signals that cannot.
@MainActor func signals(_ shown: Window) {
    let list: UnsafeMutablePointer<GtkWidget> = gtk_list_view_new(nil, nil)
    var calls: [String] = []
    connect(shown.window, "notify::title") { calls.append("title") }
    connectPosition(list, "activate", on: shown) { _, position in calls.append("position \(position)") }
    gtk_window_set_title(gtk_as_window(shown.window), "Signals")
    gtk_window_set_resizable(gtk_as_window(shown.window), 0)
    g_signal_emit_by_name_activate(list, 7)
    report("called: \(calls.joined(separator: ", "))")
    let refused = [
        connect(shown.window, "close-request") {},
        connect(shown.window, "no-such-signal") {},
        connectObject(list, "activate", on: shown) { _, _ in },
        connectObject(shown.button, "clicked", on: shown) { _, _ in },
        connectPosition(shown.button, "clicked", on: shown) { _, _ in },
    ]
    report("refused: \(refused)")
}

/// Moves the mouse and presses keys with xdotool. The program receives the events later, in its event loop.
@MainActor func press(_ events: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/xdotool")
    process.arguments = events
    do {
        try process.run()
        process.waitUntilExit()
    } catch {
        report("xdotool: \(error)")
    }
}

/// Counts the frames in which a widget was drawn.
@MainActor
final class FrameCounter {
    private(set) var count = 0 {
        didSet { if count >= awaited { waiting.forEach { $0.resume() }; waiting = [] } }
    }
    private var awaited = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until all changes so far have been drawn.
    func next() async {
        awaited = count + 3
        await withCheckedContinuation { waiting.append($0) }
    }

    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_add_tick_callback(
            widget,
            { _, _, data in
                guard let data else { return 0 }
                let counter = Unmanaged<FrameCounter>.fromOpaque(data).takeUnretainedValue()
                MainActor.assumeIsolated { counter.count += 1 }
                return 1
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<FrameCounter>.fromOpaque(data).release() } })
    }
}

do {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    exit(
        try runApplication(id: "org.example.probe") { application in
            g_application_hold(gtk_as_application(application))
            Task { await probe(name, application) }
        })
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
