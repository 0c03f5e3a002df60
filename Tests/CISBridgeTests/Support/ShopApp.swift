import CIS
import CISBridge
import TestSupport

/// An app with one shop, whose worker the test holds.
@MainActor
final class ShopApp {
    /// Creates the workers, and keeps them for the test.
    @MainActor
    final class Workers {
        private(set) var made: [ShopWorker] = []

        func make(_ host: BridgeHost) -> ShopWorker {
            let worker = ShopWorker(host: host.worker("page"))
            made.append(worker)
            return worker
        }

        func forget() { made = [] }
    }

    let app: BridgedApp
    let workers = Workers()

    /// The time for which sessions are kept passes only if the test advances the clock.
    init(
        limits: BridgeLimits = BridgeLimits(), retention: Duration = .seconds(60),
        clock: any Clock<Duration> = TestClock()
    ) {
        app = BridgedApp(limits: limits, retention: retention, clock: clock) { [workers] in
            BridgedScene("shop") { host in Shop.assemble(worker: workers.make(host)) }
            BridgedScene("named") { (input: Shop.Row, host: BridgeHost) in
                Shop.assemble(Shop.State(name: input.title), worker: workers.make(host))
            }
        }
    }

    var worker: ShopWorker { workers.made[workers.made.count - 1] }

    /// A host that has opened a shop.
    func host(window: Int = 1, acknowledges: Bool = true) async -> Host {
        let host = Host(app)
        host.acknowledges = acknowledges
        await host.connect(window: window)
        await host.open()
        return host
    }
}
