import CIS
import CISBridge
import Testing

/// A scene whose child has children.
private enum Cabinet: SceneDefinition, Bridged {
    typealias Action = Never
    typealias Mutation = Never
    struct State: SceneState, Codable { var shelf = Presented(1) }
}

/// Scenes that cannot be saved when their session has waited too long.
extension `B6 resume` {
    @Test(arguments: [false, true])
    func `a scene that cannot be saved is reported, and the others are saved`(isStopped: Bool) async throws {
        let reports = LockedValue<[SceneDiagnostic]>([])
        let reporter = DiagnosticReporter { diagnostic in reports.withLock { $0.append(diagnostic) } }
        var limits = BridgeLimits()
        limits.retainedSessions = 1
        var cabinet: SceneRuntime<Cabinet>?
        let app = DiagnosticReporter.$current.withValue(reporter) {
            BridgedApp(limits: limits) {
                BridgedScene("cabinet") {
                    let scene = SceneRuntime<Cabinet>(Cabinet.State())
                    scene.present(\.shelf) { _, _ in Shelf.assemble() }
                    cabinet = scene
                    return scene
                }
                BridgedScene("shelf") { Shelf.assemble() }
            }
        }
        let host = Host(app)
        let welcome = await host.connect()
        await host.open("shelf")
        await host.open("cabinet")
        let shelf = try #require(cabinet?.child(of: \.shelf, as: Shelf.self))
        await shelf.execute(.add(1)).value
        let book = try #require(shelf.child(of: \.books, 1, as: Detail.self))
        if isStopped { shelf.stop() } else { await book.execute(.rename("unspeakable")).value }
        _ = await host.rest()
        let resumption = host.resumption(welcome)
        host.session.disconnect()
        _ = await host.next("end")
        #expect(reports.withLock { $0.isEmpty })
        await expireOldest(of: app)
        let all = reports.withLock { $0 }
        #expect(all.map { $0.scene?.name } == ["Cabinet"])
        #expect(all.first?.description.hasPrefix("A scene was not saved for session s-1") == true)
        let again = Host(app)
        again.remember(host)
        let welcomeBack = await again.connect(resume: resumption)
        #expect(welcomeBack["resumed"] == .bool(true))
        #expect(welcomeBack["scenes"]?["1"] != nil)
        #expect(welcomeBack["scenes"]?["2"] == nil)
    }

    /// Another host that leaves, so that there are more sessions without a host than are kept.
    private func expireOldest(of app: BridgedApp) async {
        let host = Host(app)
        await host.connect()
        host.session.disconnect()
        _ = await host.next("end")
    }
}
