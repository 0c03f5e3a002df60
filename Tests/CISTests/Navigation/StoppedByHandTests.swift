import CIS
import Observation
import Testing

/// Children that follow the state, and are stopped although the state still has their elements.
@MainActor
@Suite struct `A child that follows the state and is stopped by hand` {
    private let fixture = ReadingsScene()
    private var scene: SceneRuntime<Readings> { fixture.scene }

    init() {
        fixture.declareChildren()
        fixture.change {
            $0.sheet.present(1)
            $0.path.push([1, 2])
        }
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

    @Test func `is gone for its readers, who are told once`() throws {
        for find in [sheet, row, screen] {
            let child = try #require(find(scene))
            #expect(fixture.told(reading: { _ = find($0) }, when: { child.stop() }) == 1)
        }
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

    @Test func `has its last state in a snapshot`() throws {
        let world = ScreenFixture()
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        world.change("a") { $0.notes = ["kept"] }
        try #require(root.screens.first).stop()
        let snapshot = try root.snapshot(using: .json)
        let restored = try snapshot.restore(using: .json) { world.assemble() }
        #expect(restored.screens.map(\.state.notes) == [["kept"]])
    }

    @Test func `nobody is told when the parent stops`() {
        #expect(fixture.told(reading: { _ = sheet($0) }, when: { scene.stop() }) == 0)
    }
}
