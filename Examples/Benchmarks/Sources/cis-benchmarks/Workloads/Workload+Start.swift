import CIS
import Foundation

extension Workload {
    /// X10: the start of a process, with a scene and without one. It uses separate programs, which `swift build` builds but
    /// `swift run` does not.
    static var start: [Workload] {
        starts("X10", "process that makes a scene; plain makes nothing", "start-scene")
            + starts("F10", "least program for X10: objects, a task, tracking; plain makes nothing", "start-least")
    }

    private static func starts(_ name: String, _ title: String, _ started: String) -> [Workload] {
        guard let client = program(started), let empty = program("start-nothing") else { return [] }
        return [
            Workload(name: name, title: title, operations: 20) { count in
                Contest(
                    cis: { run(client, count) }, plain: { run(empty, count) }, expected: count,
                    clock: processorTimeOfChildren)
            }
        ]
    }

    private static func run(_ program: URL, _ count: Int) -> Int {
        (0..<count).reduce(0) { sum, _ in
            guard let process = try? Process.run(program, arguments: []) else { return sum }
            process.waitUntilExit()
            return sum + (process.terminationStatus == 0 ? 1 : 0)
        }
    }
}
