import CIS
import TestSupport

/// Scenes and runners, together with a model of them. Every step is taken in both, and the results are compared.
@MainActor
final class G7LawSimulation {
    private(set) var model: G7LawModel
    private(set) var outcomes: [G7LawModel.Outcome] = []
    /// The steps, for the message of a failure.
    private(set) var history: [String] = []
    let samples: [ReleasableSample]
    var dice: Dice
    private var runners: [G7LawRunner] = []
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var expectedCounts: [Int]
    private var expectedKinds: [[SceneDiagnostic.Kind]]
    private var watches: [ObservationToken] = []

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        let count = Int.random(in: 2...3, using: &dice)
        samples = (0..<count).map { _ in ReleasableSample() }
        model = G7LawModel(scenes: Array(repeating: G7LawModel.Scene(), count: count))
        expectedCounts = Array(repeating: 0, count: count)
        expectedKinds = Array(repeating: [], count: count)
        for scene in 0..<count where Bool.random(using: &dice) { watch(scene) }
    }

    private func watch(_ scene: Int) {
        model.scenes[scene].isWatched = true
        if let token = samples[scene].runtime?.attach(EventLog()) { watches.append(token) }
    }

    /// The difference between the scenes and the model, or `nil`.
    var difference: String? {
        for scene in samples.indices {
            let (count, expected) = (samples[scene].store.state.count, expectedCounts[scene])
            if count != expected { return "scene \(scene) applied \(count) mutations, the model \(expected)" }
            let (kinds, expectedKinds) = (samples[scene].reports.kinds, expectedKinds[scene])
            if kinds != expectedKinds { return "scene \(scene) reported \(kinds), the model \(expectedKinds)" }
        }
        return nil
    }

    // MARK: Mutations

    func mutate(_ scene: Int, by body: Int?, evenIfCancelled: Bool) async {
        let outcome = model.outcome(in: body, on: scene, evenIfCancelled: evenIfCancelled)
        note("\(name(body)) mutates scene \(scene)\(evenIfCancelled ? " even if cancelled" : ""): \(outcome)")
        outcomes.append(outcome)
        switch outcome {
        case .applied: expectedCounts[scene] += 1
        case .appliedLate:
            expectedCounts[scene] += 1
            if isDebug || model.scenes[scene].isWatched { expectedKinds[scene].append(.mutationAfterAction) }
        case .droppedStopped: expectedKinds[scene].append(.mutationDropped(.stopped))
        case .droppedCancelled: expectedKinds[scene].append(.mutationDropped(.cancelled))
        }
        let store = samples[scene].store
        await order(body) { store.execute(.add(1), evenIfCancelled: evenIfCancelled) }
    }

    // MARK: Starting

    func execute(on scene: Int, by body: Int?) async {
        let start = model.start(on: scene)
        note("\(name(body)) executes an action of scene \(scene): \(start)")
        expect(start, on: scene)
        guard start != .nobody else { return }
        let (newRunner, action) = action(isExpected: start == .starts)
        let sample = samples[scene]
        let made = TaskBox()
        await order(body) {
            if let task = sample.runtime?.execute(action) { made.add(task) }
        }
        guard start == .starts, let task = made.last else { return await made.finish() }
        await didStart(newRunner, model.addAction(on: scene), task)
    }

    func run(on scene: Int, by body: Int) async {
        let start = model.start(on: scene, runBy: body)
        note("\(name(body)) runs an action of scene \(scene): \(start)")
        expect(start, on: scene)
        guard start != .nobody else { return }
        let (newRunner, action) = action(isExpected: start == .starts)
        let (sample, runner) = (samples[scene], runners[body])
        // The runner is busy until the action ends, so the action itself reports that it has begun.
        newRunner.onStart = { runner.tell() }
        await runner.carryOut {
            guard let runtime = sample.runtime else { return }
            await runtime.run(action)
        }
        if start == .starts { await didStart(newRunner, model.addAction(on: scene, runBy: body), nil) }
    }

    /// What happens to a posted action before it can start.
    enum Fate: CaseIterable {
        case starts, isCancelled, isStopped, isReleased
    }

    func post(on scene: Int, by body: Int?, fate: Fate) async {
        let start = model.start(on: scene)
        note("\(name(body)) posts an action of scene \(scene), which \(fate) at once: \(start)")
        guard start != .nobody else { return }
        let isCancelled = fate == .isCancelled || (fate == .isReleased && !model.isHeld(scene))
        let isExpected = start == .starts && fate != .isStopped && !isCancelled
        let (newRunner, action) = action(isExpected: isExpected)
        let sample = samples[scene]
        let made = TaskBox()
        await order(body) {
            guard let task = sample.runtime?.post(action) else { return }
            made.add(task)
            switch fate {
            case .starts: break
            case .isCancelled: task.cancel()
            case .isStopped: sample.runtime?.stop()
            case .isReleased: sample.release()
            }
        }
        if fate == .isStopped { model.stop(scene) }
        if fate == .isReleased { model.release(scene) }
        if isExpected, let task = made.last {
            await didStart(newRunner, model.addAction(on: scene), task)
        } else {
            await made.finish()
            // A stop that comes after the action cancels it; only an action that comes after the stop is late.
            expect(start == .droppedStopped ? .droppedStopped : .droppedCancelled, on: scene)
        }
    }

    func addChildren(_ count: Int, of body: Int) async {
        note("\(name(body)) makes \(count) child tasks")
        let children = (0..<count).map { _ in G7LawRunner() }
        let parent = runners[body]
        var waitingFor = count
        for child in children {
            child.onStart = {
                waitingFor -= 1
                if waitingFor == 0 { parent.tell() }
            }
        }
        await parent.carryOut {
            await withTaskGroup { group in
                for child in children { group.addTask { await child.play(isExpected: true) } }
            }
        }
        for child in children {
            await didStart(child, model.addBody(of: model.bodies[body].action, awaitedBy: body), nil)
        }
    }

    func escape(from body: Int) async {
        note("a task escapes from \(name(body))")
        let newRunner = G7LawRunner()
        let made = TaskBox()
        await runners[body].carryOut { made.add(Task { await newRunner.play(isExpected: true) }) }
        let escaped = model.addBody(of: model.bodies[body].action, awaitedBy: nil)
        await didStart(newRunner, escaped, made.last)
    }

    // MARK: Ending

    /// Bodies whose task is held.
    var cancellableBodies: [Int] { tasks.keys.sorted() }

    func cancel(_ body: Int) {
        note("\(name(body)) is cancelled")
        model.cancel(body)
        tasks[body]?.cancel()
    }

    func stop(_ scene: Int) {
        note("scene \(scene) is stopped")
        model.stop(scene)
        samples[scene].runtime?.stop()
    }

    func release(_ scene: Int) {
        note("scene \(scene) is released")
        model.release(scene)
        samples[scene].release()
    }

    func finish(_ body: Int) async {
        note("\(name(body)) finishes")
        model.finish(body)
        if let waiting = model.bodies[body].waiting {
            let isLast = model.idleBodies.contains(waiting)
            if isLast {
                await runners[waiting].news { runners[body].beginFinish() }
            } else {
                await runners[body].finish()
            }
        } else {
            runners[body].beginFinish()
            await tasks[body]?.value
        }
    }

    // MARK: Helpers

    private func order(_ body: Int?, _ order: @escaping G7LawRunner.Order) async {
        if let body { await runners[body].carryOut(order) } else { await order() }
    }

    private func action(isExpected: Bool) -> (G7LawRunner, Sample.Action) {
        let newRunner = G7LawRunner()
        return (newRunner, .perform("newRunner") { _ in await newRunner.play(isExpected: isExpected) })
    }

    private func didStart(_ newRunner: G7LawRunner, _ body: Int, _ task: Task<Void, Never>?) async {
        if !newRunner.hasStarted { await mainActorJobsBehind() }
        if !newRunner.hasStarted { note("!!! \(name(body)) did not start") }
        runners.append(newRunner)
        tasks[body] = task
    }

    private func expect(_ start: G7LawModel.Start, on scene: Int) {
        switch start {
        case .starts, .nobody: break
        case .droppedStopped: expectedKinds[scene].append(.actionDropped(.stopped))
        case .droppedCancelled: expectedKinds[scene].append(.actionDropped(.cancelledBeforeStart))
        }
    }

    private func note(_ line: String) {
        history.append(line)
    }

    private func name(_ body: Int?) -> String {
        guard let body else { return "somebody outside" }
        let action = model.bodies[body].action
        return "body \(body) (action \(action) of scene \(model.actions[action].scene))"
    }
}
