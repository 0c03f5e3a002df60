import CIS
import TestSupport
import Testing

/// After any change of stack and sheet the children are those of the state, in order. A child that stays is the same scene, a
/// new one is a new scene, a removed one is stopped and freed.
@MainActor
@Suite struct `Navigation law` {
    @Test(arguments: seeds(repetitions(8, atLeast: 3), for: "Navigation law"))
    func `children follow any sequence of steps`(_ seed: UInt64) {
        var dice = Dice(seed: seed)
        let walk = NavigationWalk()
        for number in 0..<fewerWhenSanitized(400) {
            let steps = (0..<Int.random(in: 1...4, using: &dice)).map { _ in NavigationStep.random(&dice) }
            let problem = walk.commit(steps)
            #expect(problem == nil, "Seed \(seed), commit \(number): \(steps)")
            if problem != nil { return }
        }
        #expect(walk.end() == nil, "Seed \(seed), at the end")
    }
}

/// A screen and its model, step by step.
@MainActor
private final class NavigationWalk {
    private let world = ScreenFixture()
    private var root: SceneRuntime<Screen>?
    private var model = NavigationModel()
    private let saved = Shared((SceneStack<String>(), Presented<String>()))
    /// The scenes of the living entries after the last commit.
    private var scenes: [(entry: NavigationModel.Entry, scene: SceneIdentity)] = []
    private var newest: UInt64 = 0

    init() {
        let root = world.assemble()
        newest = root.identity.number
        self.root = root
    }

    /// Takes all steps in one commit.
    ///
    /// - Returns: The problem, or `nil`.
    func commit(_ steps: [NavigationStep]) -> String? {
        guard let root else { return "no scene" }
        for step in steps { model.apply(step) }
        let copies = saved
        world.change { state in
            // A mutation runs on the main actor, where the copies are.
            MainActor.assumeIsolated { for step in steps { step.apply(to: &state, saved: &copies.value) } }
        }
        return compare(root)
    }

    private func compare(_ root: SceneRuntime<Screen>) -> String? {
        let sheets = root.screens.filter { $0.state.name.hasPrefix("sheet ") }
        let screens = root.screens.filter { !$0.state.name.hasPrefix("sheet ") }
        let wantedSheets = model.sheet.map { [$0] } ?? []
        guard screens.map(\.state.name) == model.stack.map(\.route) else { return "screens \(root.childNames)" }
        guard sheets.map(\.state.name) == wantedSheets.map({ "sheet \($0.route)" }) else {
            return "sheet \(root.childNames)"
        }
        guard root.state.stack.routes == model.stack.map(\.route) else { return "state \(root.state.stack)" }
        let now = Array(zip(wantedSheets + model.stack, (sheets + screens).map(\.identity)))
        for (entry, scene) in now {
            let before = scenes.first { $0.entry === entry }?.scene
            if let before, before != scene { return "\(entry.route) was \(before), is \(scene)" }
            if before == nil, scene.number <= newest { return "\(entry.route) is new, and yet \(scene)" }
        }
        newest = max(newest, now.map(\.1.number).max() ?? 0)
        scenes = now.map { ($0.0, $0.1) }
        guard world.live.live == now.count + 1 else { return "\(world.live.live) alive, \(now.count + 1) wanted" }
        guard world.made - world.stopped == now.count + 1 else { return "\(world.made) made, \(world.stopped) stopped" }
        return world.reports.all.first?.description
    }

    /// Releases the screen.
    func end() -> String? {
        root = nil
        guard world.live.live == 0 else { return "\(world.live.live) alive" }
        return world.stopped == world.made - 1 ? nil : "\(world.made) made, \(world.stopped) stopped"
    }
}
