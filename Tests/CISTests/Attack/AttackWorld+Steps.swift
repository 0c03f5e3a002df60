import CIS
import TestSupport

/// The steps of a random program.
extension AttackWorld {
    func sometimesAct(_ times: Int, in all: Int) {
        if Int.random(in: 0..<all, using: &dice) < times { act() }
    }

    /// Does anything, wherever the caller is.
    func act() {
        guard depth < 5 else { return }
        depth += 1
        defer { depth -= 1 }
        let scene = Int.random(in: scenes.indices, using: &dice)
        switch Int.random(in: 0..<200, using: &dice) {
        case 0..<70: mutate(scene)
        case 70..<125: execute(on: scene, isPosted: false)
        case 125..<140: execute(on: scene, isPosted: true)
        case 140..<155: observe(scene)
        case 155..<165: cancelObserver()
        case 165..<180: cancelAction()
        case 180..<189: tripwires.append(Tripwire { [weak self] in self?.act() })
        case 189..<194: if !tripwires.isEmpty { tripwires.remove(at: .random(in: tripwires.indices, using: &dice)) }
        case 194..<199: actInBlock()
        default: stop(scene)
        }
    }

    private func mutate(_ scene: Int) {
        let number = mutations.count + 1
        let caller = contexts.last ?? nil
        let isCancelled = caller.map { actions[$0].scene == scene && actions[$0].isCancelled } ?? false
        let isDropped = scenes[scene].isStopped || isCancelled
        mutations.append((scene, isDropped))
        let before = scenes[scene].store.state.last
        scenes[scene].store.execute(number)
        if scenes[scene].callbacks > 0 {
            expect(scenes[scene].store.state.last == before, "G2: mutation \(number) was nested in a commit")
        } else if !isDropped, !scenes[scene].isStopped {
            expect(scenes[scene].store.state.last >= number, "G2: mutation \(number) was not applied in its call")
        }
    }

    private func execute(on scene: Int, isPosted: Bool) {
        guard mayExecute else { return }
        let number = actions.count
        actions.append(ActionFate(scene: scene))
        let wasPublishing = scenes[scene].callbacks > 0
        let runtime = scenes[scene].runtime
        let action = AttackTarget.Action(number: number)
        actions[number].task = isPosted ? runtime.post(action) : runtime.execute(action)
        if isPosted || wasPublishing {
            expect(
                !actions[number].hasBegun,
                "G1: action \(number) began in its call, \(isPosted ? "posted" : "inside a commit")")
        }
    }

    private func observe(_ scene: Int) {
        guard observers.count < 40 || Int.random(in: 0..<4, using: &dice) == 0 else { return cancelObserver() }
        let place = observers.count
        var isFirst = true
        let wire = Tripwire { [weak self] in self?.sometimesAct(1, in: 4) }
        let token = scenes[scene].runtime.observe(\.last) { [weak self] mutation in
            guard let self else { return }
            withExtendedLifetime(wire) {
                if isFirst { isFirst = false } else { noteCall(of: place, on: scene, mutation) }
                callback(of: scene) { $0.sometimesAct(1, in: 12) }
            }
        }
        observers.append(Observer(token: token))
        // Others may have been added while it was called for the first time; it was registered before them.
        expect(observers.count > place, "G3: an observer is lost")
    }

    private func noteCall(of place: Int, on scene: Int, _ mutation: Int) {
        if place < observers.count {
            expect(!observers[place].isCancelled, "G4: observer \(place) called after its end")
        }
        expect(!scenes[scene].isStopped, "G7: observer \(place) called after a stop")
        expect(
            scenes[scene].store.state.last == mutation, "G3: observer \(place) saw \(mutation), which is not committed")
        let last = scenes[scene].lastCall
        expect(last.mutation <= mutation, "G3: observer \(place) saw \(mutation) after \(last.mutation)")
        scenes[scene].lastCall = (mutation, place)
    }

    private func cancelObserver() {
        guard let place = observers.indices.randomElement(using: &dice), !observers[place].isCancelled else { return }
        observers[place].isCancelled = true
        observers[place].token.cancel()
    }

    private func cancelAction() {
        // One of the last: most of the others have ended.
        guard let number = actions.indices.suffix(12).randomElement(using: &dice), let task = actions[number].task
        else {
            return
        }
        if !actions[number].isFinished { actions[number].isCancelled = true }
        task.cancel()
    }

    private func stop(_ scene: Int) {
        guard Int.random(in: 0..<3, using: &dice) == 0 else { return }
        scenes[scene].isStopped = true
        for number in actions.indices where actions[number].scene == scene && !actions[number].isFinished {
            actions[number].isCancelled = true
        }
        scenes[scene].runtime.stop()
        addScene()
    }
}
