import CISBridge
import Foundation
import ProbeScene

// Serves hosts over standard streams, or over a Unix socket, from the first line of standard input to its end.
let app = makeProbeApp()
if CommandLine.arguments.dropLast().last == "--listen" {
    _ = readLine()
    guard let listener = try? app.listen(at: CommandLine.arguments.last ?? "") else { exit(1) }
    print("listening")
    fflush(nil)
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            while readLine() != nil {}
            continuation.resume()
        }
    }
    listener.close()
} else if await !app.serve(arguments: CommandLine.arguments) {
    print("probe-program --bridge stdio | schema, or --listen PATH")
}
