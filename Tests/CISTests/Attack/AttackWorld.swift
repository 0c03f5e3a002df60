import CIS
import Dispatch
import TestSupport

/// Scenes that one random program uses, and the expected result of each of its steps.
///
/// Everything happens on the main actor, whose queue is first in first out: an even seed repeats the program step by
/// step. In the programs of odd seeds, actions also wait for other actions and for the clock. After such a wait they
/// resume by way of other threads.
@MainActor
final class AttackWorld {
    @MainActor
    final class Scene {
        /// `nil` when the world has released it.
        var runtime: SceneRuntime<AttackTarget>?
        private weak var knownRuntime: SceneRuntime<AttackTarget>?
        let store: AttackStore
        var isStopped = false
        /// The number of mutations that were applied before it was stopped. Afterwards none is applied.
        var appliedAtStop: Int?
        /// The number of its notifications and side effects that are in progress.
        var callbacks = 0
        /// The number of its notifying calls that are in progress. A deinit may also run inside of such a call.
        var calls = 0
        /// The last action that began, among those that no policy delays.
        var lastBegun = 0
        /// The position at which the serial action that began last was executed.
        var lastSerial = 0
        /// For each rule, the actions whose policy was requested and that have not finished.
        var active: [AttackTarget.Rule: Set<Int>] = [:]
        /// The last call of an observer in a commit: the mutation, and the observer's place in the order of registration.
        var lastCall = (mutation: 0, place: 0)

        init(_ runtime: SceneRuntime<AttackTarget>, _ store: AttackStore) {
            self.runtime = runtime
            knownRuntime = runtime
            self.store = store
        }

        /// Whether the runtime is gone. A call that is in progress may keep it after the world has released it.
        var isGone: Bool { knownRuntime == nil }
    }

    @MainActor
    final class ActionFate {
        let scene: Int
        let rule: AttackTarget.Rule
        /// The action that runs it and waits for it.
        var parent: Int?
        /// The actions in whose task context it was executed.
        let callers: [Int]
        /// Whether it was executed on its own, and not run as part of its caller. A cancelled task executes it, too.
        let isExecuted: Bool
        /// Keeps the scene while it is run.
        var runtime: SceneRuntime<AttackTarget>?
        var task: Task<Void, Never>?
        /// The position at which its policy was asked for. 0 before.
        var place = 0
        var time = Duration.zero
        /// Whether an action of its group was active when its policy was asked.
        var wasBusy = false
        var hasBegun = false
        /// Until then its caller's cancellation need not have reached it.
        var hasSuspended = false
        var isFinished = false
        var isCancelled = false

        init(scene: Int, rule: AttackTarget.Rule, parent: Int? = nil, callers: [Int], isExecuted: Bool = false) {
            self.scene = scene
            self.rule = rule
            self.parent = parent
            self.callers = callers
            self.isExecuted = isExecuted
        }
    }

    @MainActor
    final class Observer {
        /// Its place in the order of registration.
        let place: Int
        var token: ObservationToken?
        /// The owner of the observation, if it has no token.
        var owner: Owner?
        var isCancelled = false
        var isFirstCall = true

        init(place: Int) {
            self.place = place
        }
    }

    var dice: Dice
    var scenes: [Scene] = []
    var actions: [ActionFate] = []
    var observers: [Observer] = []
    var lastPlace = 0
    /// Mutations that were executed: the scene, and whether they must be dropped. `nil` if they may be dropped.
    var mutations: [(scene: Int, isDropped: Bool?)] = []
    var tripwires: [Tripwire] = []
    /// The violations, in order.
    private(set) var failures: [String] = []
    /// The actions in whose tasks the current code runs, the innermost last. `nil` for code outside of all actions.
    var contexts: [Int?] = [nil]
    var depth = 0
    /// The number of policies that were asked for.
    var lastPlaceAsked = 0
    let clock = TestClock()
    /// Whether actions wait for other actions and for the clock.
    let waits: Bool
    var runs: [Task<Void, Never>] = []
    private let defersStarts: Bool
    private let limit: Int
    private let reports = LockedValue<[SceneDiagnostic]>([])
    private let blocks = DispatchGroup()

    init(seed: UInt64, actions: Int, defersStarts: Bool) {
        dice = Dice(seed: seed)
        limit = actions
        waits = !seed.isMultiple(of: 2)
        self.defersStarts = defersStarts
        for _ in 0..<3 { addScene() }
    }

    /// Whether another action may be executed. The length of a program is limited.
    var mayExecute: Bool { actions.count < limit }

    /// Returns a random number below the given one.
    func roll(_ sides: Int) -> Int { Int(truncatingIfNeeded: dice.next() % UInt64(sides)) }

    func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if !isKept { failures.append(promise()) }
    }

    func addScene() {
        let store = AttackStore()
        let controller = AttackController()
        let reporter = DiagnosticReporter { [reports] report in reports.withLock { $0.append(report) } }
        let runtime = SceneRuntime<AttackTarget>(
            controller: controller, store: store, diagnostics: reporter, clock: clock)
        controller.world = self
        if defersStarts { runtime.deferEveryStart() }
        let scene = scenes.count
        store.effect = { [weak self] in self?.callback(of: scene) { $0.sometimesAct(1, in: 6) } }
        scenes.append(Scene(runtime, store))
    }

    /// Runs the body inside a callback of a scene.
    func callback(of scene: Int, _ body: (AttackWorld) -> Void) {
        scenes[scene].callbacks += 1
        body(self)
        scenes[scene].callbacks -= 1
    }

    /// Calls a function of a scene that notifies.
    func call<Result>(_ scene: Int, _ body: () -> Result) -> Result {
        scenes[scene].calls += 1
        defer { scenes[scene].calls -= 1 }
        return body()
    }

    // MARK: The program

    /// Runs until all actions were executed, and all begun actions have ended.
    func run() async {
        while mayExecute, failures.isEmpty {
            act()
            if waits, roll(8) == 0 { runs.append(Task { await self.runAction(in: nil) }) }
            if roll(4) == 0 { await mainQueueTurn() }
        }
        await rest()
        check()
    }

    /// Called by the controllers.
    func handle(_ number: Int) async {
        begin(number)
        contexts.append(number)
        sometimesAct(1, in: 2)
        for _ in 0..<roll(3) {
            contexts.removeLast()
            if waits, roll(4) == 0 {
                await runAction(in: number)
            }
            // This always suspends. The other branch may not suspend.
            await mainQueueTurn()
            actions[number].hasSuspended = true
            expect(
                Task.isCancelled == isCancelled(number),
                "G5: action \(number) is \(Task.isCancelled ? "" : "not ")cancelled\n\(account(of: number))")
            contexts.append(number)
            sometimesAct(1, in: 3)
        }
        contexts.removeLast()
        actions[number].isFinished = true
        scenes[actions[number].scene].active[actions[number].rule]?.remove(number)
    }

    private func begin(_ number: Int) {
        let scene = actions[number].scene
        expect(
            mustBeCancelled(number) != true, "G5: action \(number) began after it was cancelled\n\(account(of: number))"
        )
        expect(!scenes[scene].isStopped, "G7: action \(number) began after its scene was stopped")
        expect(!actions[number].hasBegun, "G1: action \(number) began twice")
        expectPolicy(of: number, in: scenes[scene])
        actions[number].hasBegun = true
    }

    /// Does something in a plain block of the main queue.
    func actInBlock() {
        DispatchQueue.main.async(group: blocks) { [self] in
            MainActor.assumeIsolated {
                contexts.append(nil)
                act()
                contexts.removeLast()
            }
        }
    }

    private func rest() async {
        clock.runFreely()
        for run in runs { await run.value }
        var seen = -1
        while seen < actions.count {
            seen = actions.count
            await withCheckedContinuation { done in blocks.notify(queue: .main) { done.resume() } }
            for number in actions.indices {
                guard let task = actions[number].task else { continue }
                actions[number].task = nil
                await task.value
                expect(
                    actions[number].isFinished || !actions[number].hasBegun, "G5: the task of \(number) ended before it"
                )
            }
            let wires = tripwires
            tripwires = []
            withExtendedLifetime(wires) {}
        }
    }

    // MARK: The end

    private func check() {
        var droppedActions: Set<Int> = []
        var droppedMutations: [Int: SceneDiagnostic.Kind] = [:]
        for report in reports.withLock({ $0 }) {
            if let action = report.subject as? AttackTarget.Action, case .actionDropped(let reason) = report.kind {
                expect(droppedActions.insert(action.number).inserted, "G11: action \(action.number) dropped twice")
                expectReason(reason, of: action.number)
            } else if let mutation = report.subject as? Int, case .mutationDropped = report.kind {
                expect(droppedMutations.updateValue(report.kind, forKey: mutation) == nil, "G11: \(mutation) twice")
            } else {
                expect(false, "G11: \(report)")
            }
        }
        for (number, action) in actions.enumerated() {
            expect(
                action.hasBegun != droppedActions.contains(number), "G5: action \(number) is lost, or was dropped too")
            expect(action.hasBegun == action.isFinished, "G5: action \(number) has not finished")
        }
        var applied: Set<Int> = []
        for scene in scenes {
            let inOrder = scene.store.state.applied
            expect(zip(inOrder, inOrder.dropFirst()).allSatisfy { $0 < $1 }, "G2: mutations not in order")
            applied.formUnion(inOrder)
            expect(
                scene.appliedAtStop.map { $0 == inOrder.count } ?? true, "G7: a mutation was applied after the stop")
            expect(scene.runtime?.unfinishedActionCount ?? 0 == 0, "G7: actions are left")
            expect(scene.runtime?.scheduledActionCount ?? 0 == 0, "G7: actions with a policy are left")
        }
        for (index, mutation) in mutations.enumerated() {
            let number = index + 1
            expect(applied.contains(number) != (droppedMutations[number] != nil), "G2: mutation \(number) is lost")
            if mutation.isDropped == nil { continue }
            if mutation.isDropped == true {
                expect(!applied.contains(number), "G7: mutation \(number) of a cancelled action was applied")
            } else if let kind = droppedMutations[number] {
                // The action's turn came after the stop.
                expect(
                    kind == .mutationDropped(.stopped) && scenes[mutation.scene].isStopped,
                    "G7: mutation \(number) was dropped: \(kind)")
            }
        }
    }
}
