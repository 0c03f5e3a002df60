import CIS
import CISTesting
import Testing

/// The holder of a scene that is still alive is named: a closure by the line that has registered it.
@MainActor
@Suite struct `Leaks: the holder is named` {
    @Test func `there are more than 20 leaks`() {
        #expect(Set(PlantedLeak.all.map(\.name)).count >= 20)
    }

    @Test(arguments: PlantedLeak.all.map(\.name)) func `a scenario names it`(_ name: String) async throws {
        let leak = try #require(PlantedLeak.all.first { $0.name == name })
        let line = LockedValue<UInt>(0)
        let found = await failures {
            await given(
                HouseFixture { scene, controller in line.withLock { $0 = leak.plant(scene, controller) } }, .init()
            ) {
                _ in
            }
        }
        #expect(found.count == 1)
        expect(leak, at: line.withLock { $0 }, in: found.first?.message)
    }

    @Test(arguments: PlantedLeak.all.map(\.name)) func `a check outside of a scenario names it`(_ name: String)
        async throws
    {
        let leak = try #require(PlantedLeak.all.first { $0.name == name })
        let line = LockedValue<UInt>(0)
        let found = await failures {
            await expectNoLeaks {
                let (scene, controller) = House.make()
                line.withLock { $0 = leak.plant(scene, controller) }
                return scene
            }
        }
        #expect(found.count == 1)
        expect(leak, at: line.withLock { $0 }, in: found.first?.message)
    }

    private func expect(_ leak: PlantedLeak, at line: UInt, in message: String?) {
        let site = line == 0 ? "" : " at CISTestingTests/PlantedLeaks.swift:\(line)"
        #expect(message?.contains(leak.holder + site) == true, "\(message ?? "nothing")")
        // Nothing that only this library knows.
        for word in ["publisher.", "extras", "dispatcher", "callbacks", "lifetime"] {
            #expect(message?.contains(word) == false, "\(message ?? "")")
        }
    }

    @Test func `closures that hold nothing of the scene are not named`() async {
        var kept: AnyObject?
        let found = await failures {
            await expectNoLeaks {
                let (scene, controller) = House.make()
                kept = controller.store
                let service = controller.service
                scene.observe(\.count, on: controller) { _, _ in withExtendedLifetime(service) {} }
                scene.present(\.sheet, make: { _, _ in House.make().scene }, onOutput: { _, _ in })
                return scene
            }
        }
        withExtendedLifetime(kept) {}
        #expect(
            found.first?.message.contains("HouseStore is still alive. No property that can be seen holds it.") == true)
        #expect(found.first?.message.contains("the closure of") == false)
    }

    @Test func `two closures that hold the same scene are found one after the other`() async {
        let found = await failures {
            await expectNoLeaks {
                let (scene, controller) = House.make()
                scene.observe(\.count, on: controller) { _, _ in withExtendedLifetime(scene) {} }
                scene.observe(\.toast.value, on: controller) { _, _ in withExtendedLifetime(scene) {} }
                return scene
            }
        }
        #expect(found.first?.message.contains("the closure of observe at") == true)
    }
}
