import CISWorkers
import Foundation

/// Writes values into a store until it is killed, for the kill tests.
///
/// `storage-victim KIND FILE FIRST` writes the values of ``Generation`` FIRST, FIRST + 1, and so on. It prints a `.`
/// before every system call, and a `w` after every stored value.
///
/// `storage-victim count KIND FILE PROCESS COUNT` makes ``CountedChanges``, and ends.
@main
struct StorageVictim {
    static func main() async {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "log" { return logFromManyThreads() }
        if arguments.count == 6, arguments[1] == "count" { return await count(arguments) }
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

    private static func count(_ arguments: [String]) async {
        guard let store = VictimStore(rawValue: arguments[2])?.keyValueStore(in: URL(filePath: arguments[3])),
            let process = Int(arguments[4]), let count = Int(arguments[5])
        else { exit(2) }
        do {
            try await CountedChanges.make(count, as: process, in: store)
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
