import CIS
import CISTesting
import Testing

/// The parts of a scene that survive, and the objects that hold them.
@MainActor @Suite struct `Leaks: parts that survive` {
    /// The message about a scene after its release.
    private func failure(
        besides: [Any] = [], with worker: ShopWorker? = nil,
        _ change: (SceneRuntime<Shop>, ShopController) -> Void = { _, _ in }
    ) throws -> String? {
        let check = try check(besides: besides, with: worker, change)
        return check.failure(of: "Shop")
    }

    private func check(
        besides: [Any], with worker: ShopWorker?, _ change: (SceneRuntime<Shop>, ShopController) -> Void
    ) throws -> LeakCheck {
        let scene = Shop.assemble(worker)
        change(scene, try #require(scene.shopController))
        return LeakCheck(of: scene, besides: besides)
    }

    @Test func `a scene that is freed passes, with its children`() throws {
        #expect(try failure() == nil)
        let message = try failure { scene, controller in
            let child = Shop.assemble()
            child.add(Shop.assemble())
            scene.add(child) { _, _ in }
            controller.child = child
            controller.interactor.worker.settings.guest = scene
            controller.interactor.worker.delegate = controller
        }
        #expect(message == nil)
    }

    @Test func `a cycle is named with its fields`() throws {
        var worker: ShopWorker?
        let message = try failure { _, controller in
            worker = controller.interactor.worker
            worker?.kept = controller.interactor
        }
        #expect(
            message == """
                After the release of Shop, this is still alive:
                  ShopInteractor is still alive. It holds itself: interactor.worker.kept → interactor
                  Alive because of these: StatePublisher<State>, ShopStore, OutputPort<Output>, ShopWorker, ShopTool
                """)
        worker?.kept = nil
    }

    @Test(arguments: [
        ("inherited", "worker.inherited"), ("mode", "worker.mode.serving.who"), ("settings", "worker.settings.owner"),
        ("shelf", "worker.shelf[\"새 것\"][1]"), ("lazily", "worker.lazily"), ("kept", "worker.kept"),
    ])
    func `an object that lives on and holds a part of a scene is named with its path`(field: String, path: String)
        throws
    {
        struct Fixture { let worker: ShopWorker }
        let fixture = Fixture(worker: ShopWorker(unownedObject: ShopTool()))
        let message = try failure(besides: [fixture], with: fixture.worker) { _, controller in
            let store = controller.interactor.store
            switch field {
            case "inherited": fixture.worker.inherited = store
            case "mode": fixture.worker.mode = .serving(who: store, since: 1)
            case "settings": fixture.worker.settings.owner = store
            case "shelf": fixture.worker.shelf["새 것"] = [ShopTool(), store]
            case "lazily": fixture.worker.lazily = store
            default: fixture.worker.kept = store
            }
        }
        #expect(
            message == """
                After the release of Shop, this is still alive:
                  ShopStore is still alive. Held by: \(path) → ShopStore
                  Alive because of these: StatePublisher<State>
                """)
    }

    @Test func `a double that lives on, and the objects that it holds, are not reported`() throws {
        let worker = ShopWorker(unownedObject: ShopTool())
        let message = try failure(besides: [worker], with: worker) { _, controller in
            worker.delegate = controller
            worker.settings.guest = controller.interactor.store
        }
        #expect(message == nil)
        let unnamed = try failure(with: worker)
        #expect(unnamed?.contains("ShopWorker is still alive. No property that can be seen holds it.") == true)
        #expect(unnamed?.contains("these: OutputPort<Output>, ShopTool") == true)
    }

    @Test func `an object that belonged to a worker is checked, and may live on when it is shared`() throws {
        let tool = ShopTool()
        let message = try failure { _, controller in controller.interactor.worker.tool = tool }
        #expect(message?.contains("  ShopTool is still alive. No property") == true)
        #expect(try failure(besides: [tool]) { _, controller in controller.interactor.worker.tool = tool } == nil)
    }

    @Test func `a closure that holds a part cannot be searched, and is named as a possible holder`() throws {
        var worker: ShopWorker?
        let message = try failure { _, controller in
            worker = controller.interactor.worker
            let store = controller.interactor.store
            worker?.onFinish = { [interactor = controller.interactor] in withExtendedLifetime((store, interactor)) {} }
        }
        #expect(message?.contains("ShopInteractor is still alive. No property that can be seen holds it.") == true)
        #expect(
            message?.contains("Reflection does not show what closures, tasks and a Mutex hold. Perhaps one of these")
                == true)
        #expect(message?.contains("worker.onFinish …") == true)
        #expect(message?.contains("worker.locked …") == true)
        worker?.onFinish = nil
    }

    @Test func `a child that is still held is named, and its parent is not`() throws {
        var kept: SceneRuntime<Shop>?
        let message = try failure { scene, _ in
            let child = Shop.assemble()
            scene.add(child)
            kept = child
        }
        #expect(message?.contains("  SceneRuntime<Shop> is still alive. No property") == true)
        #expect(message?.components(of: "ShopStore") == 1)
        withExtendedLifetime(kept) {}
        let owner = ShopWorker(unownedObject: ShopTool())
        let second = try failure(besides: [owner]) { scene, _ in
            let child = Shop.assemble()
            scene.add(child)
            owner.kept = child
        }
        #expect(
            second?.contains("SceneRuntime<Shop> is still alive. Held by: ShopWorker.kept → SceneRuntime<Shop>") == true
        )
    }

    @Test func `a parent that lives on is no leak of its child`() throws {
        let parent = Shop.assemble()
        let tool = ShopTool()
        let message = try failure(besides: [parent, tool]) { scene, controller in
            parent.shopController?.child = scene
            controller.interactor.worker.delegate = parent
            controller.interactor.worker.kept = parent.shopController?.interactor.store
        }
        #expect(message == nil)
        let unnamed = try failure { _, controller in
            controller.interactor.worker.kept = parent.shopController?.interactor.store
        }
        #expect(unnamed?.contains("ShopStore is still alive") == true)
    }

    @Test func `a parent that still owns its child leaks it`() throws {
        let parent = Shop.assemble()
        let message = try failure(besides: [parent]) { scene, _ in parent.add(scene) }
        let holder = message?.split(separator: "SceneRuntime<Shop> is still alive. Held by: ").last ?? ""
        // The objects between the two belong to the library.
        #expect(holder.hasPrefix("SceneRuntime<Shop>.") && holder.contains(".children.members[0]"))
    }

    @Test func `an unowned reference to a deallocated object is not read`() throws {
        var worker: ShopWorker?
        let message = try failure { _, controller in
            worker = controller.interactor.worker
            worker?.unownedObject = controller
        }
        #expect(message?.contains("ShopWorker is still alive") == true)
        #expect(message?.contains("ShopController") == false)
    }

    @Test func `tasks and large collections of plain values are skipped`() throws {
        let worker = ShopWorker(unownedObject: ShopTool())
        worker.numbers = Array(repeating: 1, count: 1_000_000)
        worker.texts = Array(repeating: "x", count: 100_000)
        worker.task = Task {}
        worker.kept = nil
        let message = try failure(besides: [worker], with: worker) { _, controller in
            worker.shelf["x"] = [controller.interactor.store]
        }
        #expect(message?.contains("Held by: ShopWorker.shelf[\"x\"][0] → ShopStore") == true)
    }
}

extension String {
    /// How often a text occurs.
    func components(of text: String) -> Int { split(separator: text, omittingEmptySubsequences: false).count - 1 }
}
