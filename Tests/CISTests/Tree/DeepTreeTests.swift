import CIS
import TestSupport
import Testing

/// The call stack does not grow with the depth of nested scenes, or of actions that run each other.
@MainActor
@Suite struct `Deep trees` {
    private let depth = fewerWhenSanitized(20_000)

    /// A scene with the given number of levels below it, each with one child.
    private func tower(_ levels: Int) -> (top: SceneRuntime<Sample>, bottom: SceneRuntime<Sample>) {
        let top = SampleScene().runtime
        var bottom = top
        for _ in 0..<levels {
            let child = SampleScene().runtime
            bottom.add(child)
            bottom = child
        }
        return (top, bottom)
    }

    @Test func `twenty thousand nested scenes are stopped without a call for each on the stack`() {
        let (top, bottom) = tower(depth)
        top.stop()
        #expect(bottom.isStopped)
        #expect(bottom.children.isEmpty)
    }

    @Test func `twenty thousand nested scenes are released with the topmost`() {
        var scenes: (top: SceneRuntime<Sample>, bottom: SceneRuntime<Sample>)? = tower(depth)
        let bottom = scenes?.bottom
        scenes = nil
        #expect(bottom?.isStopped == true)
    }

    @Test func `twenty thousand nested scenes are stopped when the state dismisses the topmost`() {
        let world = ScreenFixture()
        let root = world.assemble("root", Screen.State(sheet: Presented("a")))
        let (top, bottom) = tower(depth)
        root.screens.first?.add(top)
        world.change { $0.sheet.dismiss() }
        #expect(bottom.isStopped)
    }

    // An observer of one scene's stop stops another scene.
    @Test func `a scene that is stopped while others are being stopped is stopped with all its children at once`() {
        let world = ScreenFixture()
        let root = world.assemble()
        for name in ["a", "b"] { root.add(world.assemble(name)) }
        let other = world.assemble("other")
        let child = world.assemble("child")
        other.add(child)
        let seen = Recorder<Bool>()
        let token = root.screens.last?.attach(
            StopObserver {
                other.stop()
                seen.note(child.isStopped)
            })
        root.stop()
        #expect(seen.entries == [true])
        #expect(
            world.recorder.entries.suffix(5) == ["root", "b", "other", "child", "a"].map { "stopped \($0)" })
        token?.cancel()
    }

    @Test func `the tree of five hundred nested scenes is printed`() {
        let (top, _) = tower(500)
        #expect(top.treeDescription.split(separator: "\n").count == 501)
        top.stop()
    }
}

@MainActor
@Suite struct `Deep runs` {
    private let depth = repetitions(30_000, atLeast: 2_000)
    private let sample = SampleScene()
    /// The stack between the cancellation of the outermost action and that of the innermost one.
    private let span = StackSpan()

    /// An action that runs another, and so on, down to the given body.
    private func nested(
        _ level: Int, _ body: @escaping @MainActor @Sendable () async -> Void
    ) -> Sample.Action {
        .perform { controller in
            guard level == 0 || level == depth else {
                await controller.scene?.run(nested(level - 1, body))
                return
            }
            await withTaskCancellationHandler {
                if level == 0 { await body() } else { await controller.scene?.run(nested(level - 1, body)) }
            } onCancel: {
                MainActor.assumeIsolated { span.mark() }
            }
        }
    }

    @Test func `cancelling an action that runs others thousands deep cancels the innermost`() async {
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = sample.runtime.execute(
            nested(depth) {
                await gate.pass()
                cancelled.add(Task.isCancelled)
            })
        await gate.reached()
        task.cancel()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(span.bytes > 0 && span.bytes < flatStackBytes)
        #expect(sample.runtime.unfinishedActionCount == 0)
    }

    @Test func `stopping a scene whose actions run each other thousands deep cancels them all`() async {
        let gate = Gate()
        let cancelled = MainActorRecorder<Bool>()
        let task = sample.runtime.execute(
            nested(depth) {
                await gate.pass()
                cancelled.add(Task.isCancelled)
            })
        await gate.reached()
        sample.runtime.stop()
        gate.open()
        await task.value
        #expect(cancelled.entries == [true])
        #expect(span.bytes > 0 && span.bytes < flatStackBytes)
    }

    // A task that an action makes keeps what is known about the action, and about those that wait for it.
    @Test func `a task that outlives actions that run each other thousands deep releases them one by one`() async {
        let gate = Gate()
        let late = Shared<Task<Void, Never>?>(nil)
        let released = Shared(0)
        // Such a scene keeps the value of an action as long as its record, in release builds too.
        let trace = sample.runtime.attach(StopObserver {})
        await sample.runtime.execute(
            marked(depth, released) {
                late.value = Task { await gate.pass() }
            }
        ).value
        #expect(sample.runtime.unfinishedActionCount == 0)
        #expect(released.value == 0)
        gate.open()
        await late.value?.value
        await mainActorJobsBehind()
        #expect(released.value == depth + 1)
        #expect(span.bytes < flatStackBytes)
        trace.cancel()
    }

    /// An action that runs another, and so on, down to the given body. Each holds an object that marks the stack and
    /// counts when it is released.
    private func marked(
        _ level: Int, _ released: Shared<Int>, _ body: @escaping @MainActor @Sendable () -> Void
    ) -> Sample.Action {
        let mark = Tripwire { [span] in
            span.mark()
            released.value += 1
        }
        return .perform { controller in
            withExtendedLifetime(mark) {}
            guard level > 0 else { return body() }
            await controller.scene?.run(marked(level - 1, released, body))
        }
    }

    @Test func `an action that thousands of scenes pass on to each other needs a flat stack`() async {
        let scenes = (0..<depth).map { _ in SampleScene() }
        let begun = Recorder<Int>()
        let tasks = TaskBox()
        tasks.add(scenes[0].runtime.execute(passing(0, on: scenes, begun, tasks)))
        #expect(!StartMode.isInPlace || (2...64).contains(begun.entries.count), "the first of them start in place")
        await tasks.finish()
        #expect(begun.entries == Array(0..<depth))
        #expect(span.bytes < 8 * flatStackBytes)
    }

    /// An action that executes another one in the next scene, and so on.
    private func passing(
        _ number: Int, on scenes: [SampleScene], _ begun: Recorder<Int>, _ tasks: TaskBox
    ) -> Sample.Action {
        .perform { _ in
            span.mark()
            begun.note(number)
            guard number + 1 < scenes.count else { return }
            tasks.add(scenes[number + 1].runtime.execute(passing(number + 1, on: scenes, begun, tasks)))
        }
    }

    // After a call of `cancel` in a handler, the action is cancelled, as after any other call.
    @Test func `a cancellation handler that cancels another action finds it cancelled to the innermost`() async {
        let other = SampleScene()
        let gates = [Gate(), Gate()]
        let seen = LockedValue<[Bool]>([])
        let inner = LockedValue<Task<Void, Never>?>(nil)
        let outside = other.perform { controller in
            await controller.scene?.run(
                .perform { _ in
                    let task = Task {
                        await withTaskCancellationHandler {
                            await gates[0].pass()
                        } onCancel: {
                        }
                    }
                    inner.withLock { $0 = task }
                    await withTaskCancellationHandler {
                        await task.value
                    } onCancel: {
                        task.cancel()
                    }
                })
        }
        let task = sample.perform { controller in
            await controller.scene?.run(
                .perform { _ in
                    await withTaskCancellationHandler {
                        await gates[1].pass()
                    } onCancel: {
                        outside.cancel()
                        seen.withLock { $0.append(inner.withLock { $0 }?.isCancelled ?? false) }
                    }
                })
        }
        for gate in gates { await gate.reached() }
        task.cancel()
        #expect(seen.withLock { $0 } == [true])
        for gate in gates { gate.open() }
        await task.value
        await outside.value
    }
}
