/// Guarantee G7 as a model: which mutations are dropped, and why. The model has no tasks, runtimes or time.
struct G7LawModel {
    struct Scene {
        var isStopped = false
        var isReleased = false
        /// Whether late mutations are reported.
        var isWatched = false
    }

    /// One execution of an action.
    struct Action {
        let scene: Int
        /// The action that runs this one and waits for it.
        let runner: Int?
        /// The body that is its `handle`.
        var body = -1
        var isCancelled = false
        var isFinished = false
    }

    /// Something that runs in the context of an action: its `handle`, a child task, a task that escaped.
    struct Body {
        let action: Int
        /// The body that waits for this one, and passes its cancellation on.
        let waiting: Int?
        var isTaskCancelled: Bool
        var isFinished = false
    }

    enum Outcome: Equatable {
        case applied
        /// Applied, but executed by a task that outlived its action.
        case appliedLate
        case droppedStopped
        case droppedCancelled
    }

    enum Start: Equatable {
        case starts
        case droppedStopped
        case droppedCancelled
        /// The action cannot be executed, because the runtime was released.
        case nobody
    }

    var scenes: [Scene]
    var actions: [Action] = []
    var bodies: [Body] = []

    // MARK: Questions

    /// The guarantee itself.
    func outcome(in body: Int?, on scene: Int, evenIfCancelled: Bool) -> Outcome {
        // Clean-up cannot know that its scene has ended.
        let closed: Outcome = evenIfCancelled ? .droppedCancelled : .droppedStopped
        let open: Outcome = scenes[scene].isStopped ? closed : .applied
        guard let body, let action = innermostAction(of: scene, from: bodies[body].action) else { return open }
        if actions[action].isFinished { return open == .applied ? .appliedLate : open }
        return actions[action].isCancelled && !evenIfCancelled ? .droppedCancelled : open
    }

    func start(on scene: Int, runBy body: Int? = nil) -> Start {
        if scenes[scene].isReleased { return .nobody }
        if let body, bodies[body].isTaskCancelled { return .droppedCancelled }
        return scenes[scene].isStopped ? .droppedStopped : .starts
    }

    /// Bodies that only wait for the next order.
    var idleBodies: [Int] {
        bodies.indices.filter { body in
            !bodies[body].isFinished && !bodies.contains { $0.waiting == body && !$0.isFinished }
        }
    }

    /// Whether the runtime is retained, because an action runs on it.
    func isHeld(_ scene: Int) -> Bool {
        bodies.indices.contains { body in
            !bodies[body].isFinished && bodies[body].waiting != nil && isMain(body)
                && actions[bodies[body].action].scene == scene
        }
    }

    func isMain(_ body: Int) -> Bool { actions[bodies[body].action].body == body }

    private func innermostAction(of scene: Int, from action: Int) -> Int? {
        var candidate: Int? = action
        while let action = candidate, actions[action].scene != scene { candidate = actions[action].runner }
        return candidate
    }

    // MARK: Events

    /// A new action of a scene, which a body may run.
    mutating func addAction(on scene: Int, runBy body: Int? = nil) -> Int {
        actions.append(Action(scene: scene, runner: body.map { bodies[$0].action }))
        let main = addBody(of: actions.count - 1, awaitedBy: body)
        actions[actions.count - 1].body = main
        return main
    }

    /// A child task of a body, or a task that escapes from it.
    mutating func addBody(of action: Int, awaitedBy body: Int?) -> Int {
        let isCancelled = body.map { bodies[$0].isTaskCancelled } ?? false
        bodies.append(Body(action: action, waiting: body, isTaskCancelled: isCancelled))
        return bodies.count - 1
    }

    mutating func finish(_ body: Int) {
        bodies[body].isFinished = true
        if isMain(body) { actions[bodies[body].action].isFinished = true }
        for scene in scenes.indices where scenes[scene].isReleased { releaseIfUnheld(scene) }
    }

    mutating func cancel(_ body: Int) {
        guard !bodies[body].isFinished else { return }
        bodies[body].isTaskCancelled = true
        if isMain(body) { actions[bodies[body].action].isCancelled = true }
        for child in bodies.indices where bodies[child].waiting == body { cancel(child) }
    }

    mutating func stop(_ scene: Int) {
        scenes[scene].isStopped = true
        cancelActions(of: scene)
    }

    mutating func release(_ scene: Int) {
        scenes[scene].isReleased = true
        releaseIfUnheld(scene)
    }

    private mutating func releaseIfUnheld(_ scene: Int) {
        if !isHeld(scene) { cancelActions(of: scene) }
    }

    private mutating func cancelActions(of scene: Int) {
        for action in actions where action.scene == scene { cancel(action.body) }
    }
}
