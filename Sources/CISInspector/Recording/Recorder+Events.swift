internal import CIS

extension Recorder {
    /// Records an event. Returns the function to call at its end.
    func willBegin(
        _ event: SceneEvent, heardBy listener: Listener
    ) -> (@MainActor (SceneEvent.Ending) -> Void)? {
        switch event.kind {
        case .action(let value): return begin(event, .action, value)
        case .useCase(let value): return begin(event, .useCase, value)
        case .mutation(let value): return willMutate(event, by: value)
        case .commit(let revision):
            guard let index = mutations.last else { break }
            pending[index].commit = event.id.number
            pending[index].revision = revision
        case .sideEffects:
            guard let index = mutations.last else { break }
            pending[index].effects = event.id.number
            // The state is read here and not at the commit, because a scene may correct the ids of a stack in between.
            pending[index].state = listener.scene?.currentState
        case .output(let value):
            depth += 1
            append(event, .output, value)
            let index = pending.count - 1
            return { [self] ending in
                pending[index].ending = ending
                didEndSynchronously()
            }
        case .dropped(let what, let value, let reason): append(event, .drop, value, what, reason)
        case .cancelled(let value, let reason): append(event, .cancel, value, nil, reason)
        case .stopped: append(event, .stop, nil)
        }
        return nil
    }

    private func append(
        _ event: SceneEvent, _ kind: RecordedLine.Kind, _ value: (any Sendable)?, _ what: SceneEvent.Dropped? = nil,
        _ reason: DropReason? = nil
    ) {
        pending.append(
            RecorderItem(
                kind: kind, number: event.id.number, cause: event.cause?.number, scene: event.scene.number, time: now,
                value: value, site: event.callSite, what: what, reason: reason))
        if depth == 0 { scheduleFlush() }
    }

    private func begin(
        _ event: SceneEvent, _ kind: RecordedLine.Kind, _ value: any Sendable
    ) -> @MainActor (SceneEvent.Ending) -> Void {
        append(event, kind, value)
        let (number, scene) = (event.id.number, event.scene.number)
        running[number] = scene
        return { [weak self] ending in
            guard let self else { return }
            running[number] = nil
            pending.append(
                RecorderItem(kind: .done, number: 0, cause: number, scene: scene, time: now, ending: ending))
            if depth == 0 { scheduleFlush() }
        }
    }

    private func willMutate(_ event: SceneEvent, by value: any Sendable) -> @MainActor (SceneEvent.Ending) -> Void {
        // Raised first, because the item is handed over only when the mutation has ended.
        depth += 1
        append(event, .mutation, value)
        mutations.append(pending.count - 1)
        return { [self] _ in
            guard let index = mutations.popLast() else { return }
            pending[index].duration = now - pending[index].time
            didEndSynchronously()
        }
    }

    private func didEndSynchronously() {
        depth -= 1
        guard depth == 0 else { return }
        placeNewScenes()
        scheduleFlush()
    }
}
