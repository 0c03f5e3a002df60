import CIS
import TestSupport

/// The guarantees for policies, and for actions that wait for others.
extension AttackWorld {
    private static let quiet = Duration.milliseconds(5)

    /// Most actions have no policy, so that they begin at once. Serial and debounced actions wait.
    func randomRule() -> AttackTarget.Rule {
        guard roll(3) == 0 else { return .plain }
        let rules: [AttackTarget.Rule] = waits ? [.latest, .first, .serial, .debounced] : [.latest, .first]
        return rules.randomElement(using: &dice) ?? .plain
    }

    func advanceClock() {
        clock.advance(to: clock.now.offset + .milliseconds(1 + roll(4)))
    }

    /// The action, and the actions that wait for it, innermost first.
    func callers(from number: Int?) -> [Int] {
        var callers: [Int] = []
        var next = number
        while let caller = next {
            callers.append(caller)
            next = actions[caller].parent
        }
        return callers
    }

    /// Whether an action that has not finished must know that it is cancelled.
    func isCancelled(_ number: Int) -> Bool {
        var next: Int? = number
        while let caller = next {
            if actions[caller].isCancelled || scenes[actions[caller].scene].isGone { return true }
            next = actions[caller].parent
        }
        return false
    }

    /// Whether an action is cancelled now. `nil`: the cancellation of its caller may not have reached it before it suspends.
    func mustBeCancelled(_ number: Int) -> Bool? {
        let action = actions[number]
        if action.isCancelled || scenes[action.scene].isGone { return true }
        guard isCancelled(number) else { return false }
        let callers = callers(from: action.parent)
        return (action.hasSuspended || !action.hasBegun) && callers.allSatisfy { actions[$0].hasSuspended } ? true : nil
    }

    // MARK: Running

    /// Runs an action, as part of another one or on its own.
    func runAction(in parent: Int?) async {
        guard mayExecute, let scene = scenes.indices.randomElement(using: &dice) else { return }
        let callers = callers(from: parent)
        let rule = randomRule()
        guard scenes[scene].runtime != nil, callers.count < 6, rule != .serial || maySerialize(scene, in: callers)
        else { return }
        let number = actions.count
        actions.append(ActionFate(scene: scene, rule: rule, parent: parent, callers: callers))
        actions[number].runtime = scenes[scene].runtime
        await actions[number].runtime?.run(AttackTarget.Action(number: number))
        // Objects that are released here are released in the context of the caller.
        contexts.append(parent)
        letGo(of: number)
        contexts.removeLast()
        expect(
            actions[number].isFinished || !actions[number].hasBegun, "G5: the run of \(number) returned before its end")
        actions[number].parent = nil
    }

    private func letGo(of number: Int) {
        let runtime = actions[number].runtime
        actions[number].runtime = nil
        withExtendedLifetime(runtime) {}
    }

    /// Groups are entered in the order of their scenes, or entered again, so that no two wait for each other.
    private func maySerialize(_ scene: Int, in callers: [Int]) -> Bool {
        let held = callers.filter { actions[$0].rule == .serial }.map { actions[$0].scene }
        return held.contains(scene) || held.allSatisfy { $0 < scene }
    }

    // MARK: The policy

    /// Called by the controllers.
    func policy(of number: Int) -> ActionPolicy {
        let scene = actions[number].scene
        expect(actions[number].place == 0, "the policy of \(number) was asked twice")
        let caller = actions[number].callers.first
        // A policy may end its own scene. The policy of a posted action is asked for in the context of the call of
        // `post`.
        if roll(200) == 0, caller.map({ !actions[$0].isFinished }) ?? true {
            contexts.append(caller)
            end(scene)
            contexts.removeLast()
        }
        lastPlaceAsked += 1
        actions[number].place = lastPlaceAsked
        actions[number].time = clock.now.offset
        let rule = actions[number].rule
        let active = scenes[scene].active[rule, default: []]
        actions[number].wasBusy = !active.isEmpty
        guard !scenes[scene].isStopped, actions[number].isExecuted || !Task.isCancelled else {
            // The action does not begin if its policy has stopped the scene or cancelled the caller.
            actions[number].isCancelled = true
            return policy(rule)
        }
        if rule == .latest {
            for other in active.subtracting(actions[number].callers) { actions[other].isCancelled = true }
        }
        scenes[scene].active[rule, default: []].insert(number)
        return policy(rule)
    }

    private func policy(_ rule: AttackTarget.Rule) -> ActionPolicy {
        switch rule {
        case .plain: .concurrent
        case .latest: .latest.group(rule)
        case .first: .first.group(rule)
        case .serial: .serial.group(rule)
        case .debounced: .concurrent.debounced(for: Self.quiet).group(rule)
        }
    }

    // MARK: The promises

    /// Called when an action begins.
    func expectPolicy(of number: Int, in scene: Scene) {
        let action = actions[number]
        expect(action.place > 0, "action \(number) began and its policy was not asked")
        switch action.rule {
        case .plain, .latest, .first:
            expect(scene.lastBegun <= number, "G1: \(number) began after \(scene.lastBegun)")
            scene.lastBegun = number
            if action.rule == .first { expectAlone(number, in: scene) }
        case .serial:
            expectAlone(number, in: scene)
            // An action that an action of its group runs shares the slot of that action.
            if callers(from: action.parent).contains(where: {
                actions[$0].scene == action.scene && actions[$0].rule == .serial
            }) {
                return
            }
            expect(scene.lastSerial < action.place, "serial: \(number) was overtaken")
            scene.lastSerial = action.place
        case .debounced:
            let due = action.time + Self.quiet
            expect(clock.now.offset >= due, "debounced: \(number) began too early")
            for other in scene.active[.debounced, default: []] where actions[other].place > action.place {
                expect(actions[other].time >= due, "debounced: \(number) began, and \(other) had taken its place")
            }
        }
    }

    /// No other action of its group may run, except those that wait for it.
    private func expectAlone(_ number: Int, in scene: Scene) {
        let running = scene.active[actions[number].rule, default: []].filter { actions[$0].hasBegun }
        let others = running.subtracting(callers(from: number))
        expect(others.isEmpty, "\(actions[number].rule): \(number) began beside \(others)")
    }

    /// Describes an action, for a failure message.
    func account(of number: Int) -> String {
        callers(from: number).map { number in
            let facts = Mirror(reflecting: actions[number]).children.map { "\($0.label ?? "") \($0.value)" }
            return "\(number): \(facts.joined(separator: ", ")), gone \(scenes[actions[number].scene].isGone)"
        }.joined(separator: "\n")
    }

    func expectReason(_ reason: DropReason, of number: Int) {
        let action = actions[number]
        switch reason {
        case .busy: expect(action.rule == .first && action.wasBusy, "first: \(number) was dropped, and none was active")
        case .replaced:
            expect([.latest, .debounced].contains(action.rule), "\(number) was replaced, and is \(action.rule)")
        case .stopped: expect(scenes[action.scene].isStopped, "G7: \(number) was dropped as stopped")
        case .cancelledBeforeStart: break
        default: expect(false, "\(number) was dropped: \(reason)")
        }
    }
}
