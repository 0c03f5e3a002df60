import CIS
import CISBridge
import CISTesting
import FollowedScene
import Testing
import TouristSpotsScenes

/// TS-13 with a scene that several front ends show.
@MainActor @Suite struct FollowerTests {
    /// Refers to the scene of a page without holding it.
    private final class Page { weak var scene: SceneRuntime<FollowedSpots>? }

    private let scene = TouristSpots.assemble(worker: TouristSpotsDouble())

    @Test func `TS-13 the scene of a page is released with all of its parts, and the scene that it follows goes on`()
        async
    {
        let followers = Followers(of: scene)
        let other = followers.next()
        await expectNoLeaks(besides: [scene, followers, other]) {
            let follower = followers.next()
            await follower.execute(.appeared).value
            await follower.execute(.emptyPageTapped).value
            return follower
        }
        #expect(scene.child(of: \.emptyPage, as: EmptyPage.self) != nil, "it still covers the others")
        await other.child(of: \.emptyPage, as: EmptyPage.self)?.execute(.closeTapped).value
        await scene.execute(.refreshPulled).value
        #expect(!scene.state.rows.isEmpty && other.state == scene.state)
    }

    @Test func `TS-13 a page that leaves during a fetch releases its scene, and the fetch goes on for the others`()
        async
    {
        let worker = StubbornWorker()
        let scene = TouristSpots.assemble(worker: worker)
        let followers = Followers(of: scene)
        let page = Page()
        let app = BridgedApp {
            BridgedScene("touristSpots") {
                let next = followers.next()
                page.scene = next
                return next
            }
        }
        let session = app.session()
        for message in [
            #"{"type":"hello","v":[1,1],"client":"page","window":1}"#,
            #"{"type":"open","ref":1,"scene":"touristSpots"}"#,
            #"{"type":"act","ref":2,"scene":1,"n":1,"action":{"refreshPulled":{}}}"#,
        ] {
            #expect(session.send(message.utf8))
        }
        await worker.hasBegun(1)
        #expect(page.scene != nil && scene.state.progress == .pulled)
        #expect(session.send(#"{"type":"bye"}"#.utf8))
        for await _ in session.messages {}
        // Jobs of the main actor that the end of the session has left.
        await Task {}.value
        #expect(page.scene == nil && app.sessionCount == 0)
        worker.answer(1)
        for await progress in scene.values(\.progress) where progress == .none { break }
        #expect(scene.state.rows.count == 1)
    }
}
