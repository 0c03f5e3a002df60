import CIS
import CISBridge
import Foundation
import SceneWeb

/// Keeps the items in a file, so that they are still there after a restart.
@MainActor
final class TodoFile: TodoWorker {
    private let file: URL
    private let dialog: HostWorker

    init(_ file: URL, dialog: HostWorker) {
        self.file = file
        self.dialog = dialog
    }

    func items() -> [Todo.Item] {
        (try? JSONDecoder().decode([Todo.Item].self, from: Data(contentsOf: file))) ?? []
    }

    func keep(_ items: [Todo.Item]) {
        do {
            try JSONEncoder().encode(items).write(to: file, options: .atomic)
        } catch {
            WebServer.logToStandardError("The items could not be kept: \(error)")
        }
    }

    func confirm(_ question: String) async throws -> Bool { try await dialog.call("confirm", question) }
}

let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst(2).first ?? "")
// A state of 5 MB is longer than what may wait for a page.
var bridgeLimits = BridgeLimits()
bridgeLimits.waitingBytes = 4 << 20
let app = BridgedApp(limits: bridgeLimits) {
    BridgedScene("todo") { host in Todo.assemble(TodoFile(file, dialog: host.worker("dialog"))) }
    BridgedScene("meter") { Meter.assemble() }
    BridgedScene.child(Editor.self)
}
if CommandLine.arguments.dropFirst() == ["--bridge", "schema"] {
    // For `swift package bridge-clients`.
    print(app.schemaText)
    exit(0)
}
guard 3...4 ~= CommandLine.arguments.count, let port = Int(CommandLine.arguments[1]) else {
    WebServer.logToStandardError("usage: todo-page PORT FILE [SECONDS TO WAIT FOR LOST PAGES]")
    exit(64)
}
var limits = SceneEndpoint.Limits()
if let seconds = CommandLine.arguments.dropFirst(3).first.flatMap({ Double($0) }) {
    (limits.patience, limits.fetchPatience) = (.seconds(seconds), .seconds(seconds))
}
var files = StaticFiles()
files.add(Data(PackageResources.index_html), at: "/index.html")
files.add(Data(PackageResources.page_js), at: "/page.js")
files.add(Data(PackageResources.scenes_js), at: "/scenes.js")
files.add(Data(PackageResources.page_css), at: "/page.css")
let pages: ScenePages
do {
    pages = try ScenePages(app: app, files: files, port: port, limits: limits)
} catch {
    WebServer.logToStandardError("\(error)")
    exit(1)
}
print(pages.address)
fflush(nil)
dispatchMain()
