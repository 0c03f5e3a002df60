import CIS
public import CISBridge

/// A scene for what is hard for a host: long states, workers that misbehave, and many messages.
enum Probe: SceneDefinition, Bridged {
    enum Action: Sendable, Decodable {
        case add
        /// Makes the state as long as this number of bytes.
        case fill(Int)
        /// Calls the worker for a text.
        case ask(String)
        /// Reads a stream of numbers.
        case read(String)
    }
    enum Mutation: Sendable {
        case added
        case filled(Int)
        case answered(String)
        case read(Int)
    }
    struct State: SceneState, Encodable {
        var count = 0
        var text = ""
        /// The last answer of the worker, or its error.
        var answer = ""
        /// The sum of the numbers of a stream.
        var sum = 0
    }

    /// Creates the scene.
    @MainActor
    static func assemble(_ worker: HostWorker) -> SceneRuntime<Probe> {
        let store = ProbeStore(State(), worker: ())
        return SceneRuntime<Probe>(controller: ProbeController(store: store, worker: worker), store: store)
    }
}

/// Creates an app with the scene `probe`, which uses the host's worker `oracle`. A state of 5 MB is longer than what may wait for
/// its hosts.
@MainActor
public func makeProbeApp() -> BridgedApp {
    var limits = BridgeLimits()
    limits.waitingBytes = 4 << 20
    return BridgedApp(limits: limits) { BridgedScene("probe") { host in Probe.assemble(host.worker("oracle")) } }
}

final class ProbeController: Controller {
    private let store: any MutationReceiverOf<Probe>
    private let worker: HostWorker

    init(store: any MutationReceiverOf<Probe>, worker: HostWorker) {
        self.store = store
        self.worker = worker
    }

    func handle(_ action: Probe.Action) async {
        switch action {
        case .add: store.execute(.added)
        case .fill(let count): store.execute(.filled(count))
        case .ask(let method): await answer { try await worker.call(method) }
        case .read(let method):
            await answer {
                for try await number in worker.stream(method, [String: String](), as: Int.self) {
                    store.execute(.read(number))
                }
                return "the end"
            }
        }
    }

    private func answer(_ body: () async throws -> String) async {
        let answer: String
        do {
            answer = try await body()
        } catch let error as HostError {
            answer = "\(error.code)"
        } catch {
            answer = "\(error)"
        }
        // A stream also ends when its reader is cancelled.
        if !Task.isCancelled { store.execute(.answered(answer)) }
    }
}

final class ProbeStore: SceneStore<Probe>, Store {
    nonisolated static func mutate(_ state: inout Probe.State, by mutation: Probe.Mutation) {
        switch mutation {
        case .added: state.count += 1
        case .filled(let count): state.text = String(repeating: "x", count: count)
        case .answered(let answer): state.answer = answer
        case .read(let number): state.sum += number
        }
    }
}
