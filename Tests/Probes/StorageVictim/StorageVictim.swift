import CISWorkers
import Foundation

/// Writes values into a store until it is killed: one half of the kill tests.
///
/// Run as `storage-victim KIND FILE FIRST`. The values are ``Generation`` FIRST, FIRST + 1, and so on. Standard output
/// gets a `.` before every system call, and a `w` after every value that is kept.
@main
struct StorageVictim {
    static func main() async {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "log" { return logFromManyThreads() }
        guard arguments.count == 4, let store = VictimStore(rawValue: arguments[1]),
            let first = Int(arguments[3])
        else { exit(2) }
        let files = DiskFiles(driver: TellingDriver())
        var generation = first
        do {
            let write = store.writer(to: URL(filePath: arguments[2]), files)
            while true {
                try await write(Generation.text(generation))
                TellingDriver.tell("w")
                generation += 1
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func logFromManyThreads() {
        let log = LogWorker("probe")
        DispatchQueue.concurrentPerform(iterations: 100) { log.info("line \($0) \(secret: "token") end") }
    }
}
