public import CIS

/// One of the things that happen at once in ``SceneTest/when(_:overlapping:_:fileID:filePath:line:column:)``.
@MainActor
public struct Overlap<Root: SceneDefinition> {
    let name: StepName
    private let place: (SceneRuntime<Root>) -> Bool
    private let begin: (SceneRuntime<Root>, SourcePlace) -> Void
    private let clock: (clock: ManualClock, duration: Duration)?

    /// An action of the scene of the scenario.
    public static func action(_ action: Root.Action) -> Overlap {
        Overlap(name: .start(action), place: { _ in true }, clock: nil) { scene, place in
            scene.execute(action, fileID: place.fileID, line: place.line)
        }
    }

    /// An action of a child.
    public static func action<Child>(_ action: Child.Action, in child: ChildPlace<Root, Child>) -> Overlap {
        Overlap(
            name: .startIn(action, place: child.name), place: { child.find($0) != nil }, clock: nil
        ) { scene, place in
            child.find(scene)?.execute(action, fileID: place.fileID, line: place.line)
        }
    }

    /// Time that goes on. In an exploration, sources such as timers may run up to that time, in any order with the rest; if
    /// nothing sleeps until then, the time passes in one step. Elsewhere the clock moves when nothing else can run.
    public static func time(_ clock: ManualClock, by duration: Duration) -> Overlap {
        Overlap(name: .advance(duration), place: { _ in true }, clock: (clock, duration)) { _, _ in
            clock.beginAdvance(by: duration)
        }
    }

    private init(
        name: StepName, place: @escaping (SceneRuntime<Root>) -> Bool, clock: (clock: ManualClock, duration: Duration)?,
        begin: @escaping (SceneRuntime<Root>, SourcePlace) -> Void
    ) {
        self.name = name
        self.place = place
        self.clock = clock
        self.begin = begin
    }

    func start<Fixture>(_ test: SceneTest<Fixture>, _ place: SourcePlace) -> Schedule.Start
    where Fixture.Definition == Root {
        var start = Schedule.Start(name: name) {
            if test.run.schedule == nil, !self.place(test.scene) {
                test.run.fail("There is no scene to \(name). The tree:\n\(test.scene.treeDescription)", at: place)
            }
            begin(test.scene, place)
        }
        if let clock {
            start.advance = { await clock.clock.advance(by: clock.duration, fileID: place.fileID, line: place.line) }
        }
        return start
    }
}
