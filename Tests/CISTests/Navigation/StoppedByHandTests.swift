import CIS
import Observation
import Testing

/// Children that follow the state, and are stopped although the state still has their elements.
@MainActor
@Suite struct `A child that follows the state and is stopped by hand` {
    private let fixture = Self.fixture()
    private var scene: SceneRuntime<Readings> { fixture.scene }

    private static func fixture(childrenAreAdded areAdded: Bool = false) -> ReadingsScene {
        let fixture = ReadingsScene()
        fixture.declareChildren(areAdded: areAdded)
        fixture.change {
            $0.sheet.present(1)
            $0.path.push([1, 2])
        }
        return fixture
    }

    private func sheet(_ scene: SceneRuntime<Readings>) -> SceneRuntime<Readings>? { scene.child(of: \.sheet) }
    private func row(_ scene: SceneRuntime<Readings>) -> SceneRuntime<Readings>? { scene.child(of: \.rows, 2) }
    private func screen(_ scene: SceneRuntime<Readings>) -> SceneRuntime<Readings>? { scene.child(of: \.path, 1) }

    @Test func `is no child any more`() throws {
        let before = scene.children.count
        for find in [sheet, row, screen] {
            try #require(find(scene)).stop()
            #expect(find(scene) == nil)
        }
        #expect(scene.children.count == before - 3)
        #expect(scene.child(of: \.rows, 1, as: Readings.self)?.isStopped == false)
        #expect(scene.child(of: \.path, 2, as: Readings.self)?.isStopped == false)
        #expect(fixture.reports.all.isEmpty)
    }

    @Test func `is not made again for the same element, only for a new one`() throws {
        for find in [sheet, row, screen] { try #require(find(scene)).stop() }
        fixture.change {
            $0.other += 1
            $0.rows.replace(with: Readings.Row(id: 2, title: "changed"))
            $0.path.push(3)
        }
        for find in [sheet, row, screen] { #expect(find(scene) == nil) }
        fixture.change {
            $0.sheet.present(1)
            let row = $0.rows.remove(2)
            if let row { $0.rows.append(row) }
            $0.path.replaceTop(with: 4)
        }
        #expect(sheet(scene)?.isStopped == false)
        #expect(row(scene)?.isStopped == false)
        #expect(screen(scene) == nil)
    }

    // `make` may add the child by hand, and the parent may remove it by hand.
    @Test(arguments: [false, true], [false, true])
    func `is gone for its readers, who are told once`(isAdded: Bool, isRemoved: Bool) throws {
        let fixture = Self.fixture(childrenAreAdded: isAdded)
        let scene = fixture.scene
        for find in [sheet, row, screen] {
            let child = try #require(find(scene))
            let told = told(reading: { _ = find(scene) }) {
                if isRemoved { scene.remove(child) } else { child.stop() }
            }
            #expect(told == 1)
            #expect(find(scene) == nil)
            #expect(child.isStopped)
        }
        #expect(fixture.reports.all.isEmpty)
    }

    @Test(arguments: [false, true])
    func `tells its readers once when its element goes`(isAdded: Bool) {
        let fixture = Self.fixture(childrenAreAdded: isAdded)
        let told = told(reading: { _ = sheet(fixture.scene) }) { fixture.change { $0.sheet.dismiss() } }
        #expect(told == 1)
    }

    @Test func `is gone when its readers are told`() throws {
        let child = try #require(sheet(scene))
        let found = Recorder<Bool>()
        _ = withObservationTracking {
            sheet(scene)
        } onChange: {
            MainActor.assumeIsolated { found.note(sheet(scene) != nil) }
        }
        child.stop()
        #expect(found.entries == [false])
    }

    @Test(arguments: [false, true], [false, true])
    func `has its last state in a snapshot`(isAdded: Bool, isRemoved: Bool) throws {
        let world = ScreenFixture()
        let root = world.assemble()
        if isAdded { world.onMake = { [weak root] screen, _ in root?.add(screen) } }
        world.change { $0.sheet.present("a") }
        world.onMake = nil
        world.change("a") { $0.notes = ["kept"] }
        let screen = try #require(root.screens.first)
        if isRemoved { root.remove(screen) } else { screen.stop() }
        #expect(screen.isStopped && root.screens.isEmpty)
        let snapshot = try root.snapshot(using: .json)
        let restored = try snapshot.restore(using: .json) { world.assemble() }
        #expect(restored.screens.map(\.state.notes) == [["kept"]])
    }

    @Test func `is reported if it is added by hand`() throws {
        let child = try #require(sheet(scene))
        child.stop()
        scene.add(child)
        #expect(fixture.reports.all.count == 1)
        #expect(sheet(scene) == nil)
    }

    @Test func `nobody is told when the parent stops`() {
        #expect(told(reading: { _ = sheet(scene) }, when: { scene.stop() }) == 0)
    }

    /// Returns how often a reader that reads again each time was told while something happened.
    private func told(reading read: @escaping () -> Void, when happens: () -> Void) -> Int {
        let count = Shared(0)
        let readAgain = Shared<(() -> Void)?>(nil)
        readAgain.value = {
            withObservationTracking {
                read()
            } onChange: {
                MainActor.assumeIsolated {
                    count.value += 1
                    readAgain.value?()
                }
            }
        }
        readAgain.value?()
        happens()
        readAgain.value = nil
        return count.value
    }
}
