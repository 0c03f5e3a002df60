import CIS
package import CISBridge
import GatherScenes

extension GatherApp {
    /// The input with which a host opens the app.
    struct Opening: Decodable {
        /// The key of a visit, which a page makes; see ``Visits``.
        let visit: String?
    }

    /// The app for the program that has started this one. It has the stores of the user of this machine.
    package func bridged() -> BridgedApp { bridged { _, _ in self.flow() } }

    /// The app for pages. Each has a user of its own, and implements the worker `storage`; see ``BrowserStore``.
    package func bridgedForPages() -> BridgedApp {
        let visits = Visits { self.flow(storing: $0) }
        return bridged { visits.flow(of: $0.visit, browser: $1.worker("storage")) }
    }

    private func bridged(_ flow: @escaping @MainActor (Opening, BridgeHost) -> SceneRuntime<GatherFlow>) -> BridgedApp {
        BridgedApp {
            BridgedScene("footballGather") { (opening: Opening, host) in self.record(flow(opening, host)) }
            BridgedScene.child(Login.self)
            BridgedScene.child(PlayerList.self)
            BridgedScene.child(PlayerAdd.self)
            BridgedScene.child(PlayerDetail.self)
            BridgedScene.child(PlayerEdit.self)
            BridgedScene.child(ConfirmPlayers.self)
            BridgedScene.child(Gather.self)
        }
    }
}
