import CIS
import Foundation

final class Disk: CounterWorker { @concurrent func save(_ count: Int) async { print("saving \(count)") } }

print("1. A policy: of two taps, the second is dropped.")
let scene = Counter.assemble(worker: Disk())
for tap in [scene.execute(.saveTapped), scene.execute(.saveTapped)] { await tap.value }

print("2. A source: a timer counts to the goal.")
scene.execute(.goalChosen(4))
for await count in scene.values(\.domainState.count) where count == 4 { break }
print(scene.state)

print("3. A child: starts at 40, and tells what it has saved.")
scene.execute(.openTapped(from: 40))
await scene.child(of: \.stack, scene.state.stack.top?.id ?? 0, as: Counter.self)?.execute(.saveTapped).value
print(scene.treeDescription)

print("4. The stack: saved as text, and restored.")
let coder = StateCoder(
    encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
    decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
print(try scene.snapshot(using: coder).restore(using: coder) { Counter.assemble(worker: Disk()) }.treeDescription)
