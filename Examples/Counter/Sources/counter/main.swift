import CIS
import CISInspector
import Foundation

final class Disk: CounterWorker {
    @concurrent func save(_ count: Int) async { print("saving \(count)") }
}

let words = Array(CommandLine.arguments.dropFirst())
if words.contains("--help") {
    print(
        """
        usage: counter [--record FILE]

        Shows a policy, a source, a child and a restored stack, one after the other.
          --record FILE  the file for a recording of what happens, which cis-inspect shows
        """)
    end()
}
if !words.isEmpty, words.count != 2 || words[0] != "--record" || words[1].hasPrefix("--") {
    fail("counter: “\(words.joined(separator: " "))” is not understood. --help lists the options.", 64)
}
let disk = Disk()
let scene = Counter.assemble(worker: disk)

do {
    try await Recorder.record(scene, to: words.last.map { URL(filePath: $0) }) {
        print("1. A policy: of two taps, the second is dropped.")
        let first = scene.execute(.saveTapped)
        let second = scene.execute(.saveTapped)
        await first.value
        await second.value

        print("2. A source: a timer counts to the goal.")
        scene.execute(.goalChosen(4))
        for await count in scene.values(\.domainState.count) where count == 4 { break }
        print(scene.state)

        print("3. A child: starts at 40, and tells what it has saved.")
        await scene.execute(.openTapped(start: 40)).value
        if let top = scene.state.stack.top {
            let child = scene.child(of: \.stack, top.id, as: Counter.self)
            await child?.execute(.saveTapped).value
        }
        print(scene.treeDescription)

        print("4. The stack: saved as text, and restored.")
        let coder = StateCoder(
            encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
            decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
        let saved = try scene.snapshot(using: coder)
        let restored = try saved.restore(using: coder) { Counter.assemble(worker: disk) }
        print(restored.treeDescription)
    }
} catch {
    fail("counter: \(error)", 1)
}
end()

func end() -> Never { fflush(nil) == 0 ? exit(0) : fail("counter: Standard output could not be written.", 74) }

func fail(_ text: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(code)
}
