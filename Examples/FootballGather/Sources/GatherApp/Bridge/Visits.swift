import CIS
import CISBridge
import CISWorkers
import Foundation
import GatherScenes
import GatherServices

/// The visits of the users in browsers. Each visit has a token of its own, which is only in memory.
///
/// A page that is loaded again sends the key of its visit, and continues where it was. The key is a secret, because it gives
/// access to the screens and the token.
@MainActor final class Visits {
    private struct Visit {
        let tokens = MemoryStore()
        /// The app. The session of the page owns it.
        weak var flow: SceneRuntime<GatherFlow>?
    }

    private var visits: [String: Visit] = [:]
    /// The keys, the least recently used one first.
    private var order: [String] = []
    private let limit: Int
    private let assemble: @MainActor (GatherStorage) -> SceneRuntime<GatherFlow>

    /// - Parameters:
    ///   - limit: The maximum number of visits. Beyond it, the least recently used one is forgotten, with its token.
    ///   - assemble: Assembles the app over the stores of a visit.
    init(limit: Int = 1_000, assemble: @escaping @MainActor (GatherStorage) -> SceneRuntime<GatherFlow>) {
        self.limit = limit
        self.assemble = assemble
    }

    /// Returns a new app. If the visit has one already, its state is kept, with everything that was typed, and the old app is
    /// stopped.
    ///
    /// - Parameters:
    ///   - key: The key of the visit; without one, the app cannot be continued.
    ///   - browser: The worker of the page that stores what is remembered.
    func flow(of key: String?, browser: HostWorker) -> SceneRuntime<GatherFlow> {
        let visit = key.flatMap { visits[$0] } ?? Visit()
        let store = BrowserStore(tokens: visit.tokens, browser: browser)
        let flow = continued(visit, GatherStorage(secrets: store, preferences: store))
        guard let key else { return flow }
        visits[key] = visit
        visits[key]?.flow = flow
        order.removeAll { $0 == key }
        order.append(key)
        if order.count > limit { visits[order.removeFirst()] = nil }
        return flow
    }

    private func continued(_ visit: Visit, _ storage: GatherStorage) -> SceneRuntime<GatherFlow> {
        let flow = assemble(storage)
        // The app of a session that was saved already has its own state.
        guard flow.state == GatherFlow.State(), let old = visit.flow, let snapshot = try? old.snapshot(using: .visits),
            let restored = try? snapshot.restore(using: .visits, { assemble(storage) })
        else { return flow }
        flow.stop()
        old.stop()
        return restored
    }
}

extension StateCoder {
    static let visits = StateCoder(
        encode: { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
        decode: { try JSONDecoder().decode($0, from: Data($1.utf8)) })
}
