import CIS
import Foundation

final class Disk: CounterWorker {
    @concurrent func save(_ count: Int) async { print("saving \(count)") }
}

let scene = Counter.assemble(worker: Disk())
scene.execute(.plusTapped)
let first = scene.execute(.saveTapped)
scene.execute(.saveTapped)  // dropped: the first is still saving
await first.value

scene.execute(.autoTapped(true))
for await count in scene.values(\.domainState.count) where count >= 4 { break }
scene.execute(.autoTapped(false))

scene.execute(.stackTapped(from: 40))
await scene.child(Counter.self)?.execute(.saveTapped).value
print(scene.treeDescription)

// 4. The whole tree, saved and restored.
let coder = StateCoder(
    encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
    decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
let restored = try scene.snapshot(using: coder).restore(using: coder) { Counter.assemble(worker: Disk()) }
print(restored.treeDescription)
