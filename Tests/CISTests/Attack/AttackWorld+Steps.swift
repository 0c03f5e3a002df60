import CIS
import TestSupport

/// The steps of a random program.
extension AttackWorld {
    func sometimesAct(_ times: Int, in all: Int) {
        if roll(all) < times { act() }
    }

    /// Makes a random step, in any context.
    func act() {
        guard depth < 5 else { return }
        depth += 1
        defer { depth -= 1 }
        let scene = roll(scenes.count)
        switch roll(200) {
        case 0..<70: mutate(scene)
        case 70..<125: execute(on: scene, isPosted: false)
        case 125..<140: execute(on: scene, isPosted: true)
        case 140..<155: observe(scene)
        case 155..<165: cancelObserver()
        case 165..<180: cancelAction()
        case 180..<189: tripwires.append(Tripwire { [weak self] in self?.act() })
        case 189..<194: release()
        case 194..<198: actInBlock()
        case 198: waits ? advanceClock() : actInBlock()
        default: end(scene)
        }
    }

    /// Releases an object whose deinit does something.
    private func release() {
        guard let index = tripwires.indices.randomElement(using: &dice) else { return }
        let wire = tripwires.remove(at: index)
        withExtendedLifetime(wire) {}
    }

    private func mutate(_ scene: Int) {
        let number = mutations.count + 1
        let caller = contexts.last ?? nil
        // The innermost action of this scene that the caller is part of.
        let action = callers(from: caller).first { actions[$0].scene == scene }
        let isDropped = scenes[scene].isStopped ? true : action.map(mustBeCancelled) ?? false
        mutations.append((scene, isDropped))
        let store = scenes[scene].store
        let before = store.state.last
        let isOutermost = scenes[scene].calls == 0
        call(scene) { store.execute(number) }
        if scenes[scene].callbacks > 0 {
            expect(store.state.last == before, "G2: mutation \(number) was nested in a commit")
        } else if isOutermost, isDropped == false, !scenes[scene].isStopped {
            expect(store.state.last >= number, "G2: mutation \(number) was not applied in its call")
        }
    }

    private func execute(on scene: Int, isPosted: Bool) {
        guard mayExecute, let runtime = scenes[scene].runtime else { return }
        let number = actions.count
        actions.append(
            ActionFate(
                scene: scene, rule: randomRule(), callers: callers(from: contexts.last ?? nil),
                isExecuted: !isPosted))
        let wasPublishing = scenes[scene].callbacks > 0
        let action = AttackTarget.Action(number: number)
        let task = isPosted ? runtime.post(action) : runtime.execute(action)
        actions[number].task = task
        if isPosted || wasPublishing {
            expect(
                !actions[number].hasBegun,
                "G1: action \(number) began in its call, \(isPosted ? "posted" : "inside a commit")")
        }
    }

    private func observe(_ scene: Int) {
        guard observers.count < 24 || roll(4) == 0 else { return cancelObserver() }
        guard let runtime = scenes[scene].runtime else { return }
        lastPlace += 1
        let observer = Observer(place: lastPlace)
        // Released when the observer ends. With a token this happens at once, and with an owner when the list is
        // pruned.
        let wire = Tripwire { [weak self] in self?.sometimesAct(1, in: 4) }
        let onChange: (Int) -> Void = { [weak self] mutation in
            guard let self else { return }
            if observer.isFirstCall {
                observer.isFirstCall = false
            } else {
                noteCall(of: observer, on: scene, mutation)
            }
            callback(of: scene) { $0.sometimesAct(1, in: 12) }
            withExtendedLifetime(wire) {}
        }
        if roll(4) == 0 {
            let owner = Owner()
            observer.owner = owner
            _ = call(scene) { runtime.observe(\.last, on: owner) { _, mutation in onChange(mutation) } }
        } else {
            observer.token = call(scene) { runtime.observe(\.last, onChange: onChange) }
        }
        observers.append(observer)
    }

    private func noteCall(of observer: Observer, on scene: Int, _ mutation: Int) {
        let place = observer.place
        expect(!observer.isCancelled, "G4: observer \(place) called after its end")
        expect(!scenes[scene].isStopped, "G7: observer \(place) called after a stop")
        expect(!scenes[scene].isGone, "G7: observer \(place) called after the release")
        let last = scenes[scene].store.state.last
        expect(last == mutation, "G3: observer \(place) saw \(mutation), and \(last) is committed")
        let call = scenes[scene].lastCall
        expect(
            call.mutation < mutation || call.mutation == mutation && call.place < place,
            "G3: observer \(place) saw \(mutation) after observer \(call.place) saw \(call.mutation)")
        scenes[scene].lastCall = (mutation, place)
    }

    private func cancelObserver() {
        guard let index = observers.indices.randomElement(using: &dice) else { return }
        // Removed first, here and below, because the called code may change the lists.
        let observer = observers.remove(at: index)
        observer.isCancelled = true
        observer.owner = nil
        observer.token?.cancel()
    }

    private func cancelAction() {
        // One of the last actions, because most of the others have ended.
        guard let number = actions.indices.suffix(12).randomElement(using: &dice), let task = actions[number].task
        else {
            return
        }
        if !actions[number].isFinished { actions[number].isCancelled = true }
        task.cancel()
    }

    /// Stops a scene, or releases it.
    func end(_ scene: Int) {
        guard roll(3) == 0, let runtime = scenes[scene].runtime else { return }
        if Bool.random(using: &dice) {
            scenes[scene].runtime = nil
        } else {
            scenes[scene].isStopped = true
            for number in actions.indices where actions[number].scene == scene && !actions[number].isFinished {
                actions[number].isCancelled = true
            }
            scenes[scene].appliedAtStop = scenes[scene].store.state.applied.count
            runtime.stop()
        }
        addScene()
    }
}
