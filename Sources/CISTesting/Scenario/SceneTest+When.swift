public import CIS

/// Executing actions.
extension SceneTest {
    /// Executes actions one after the other. Each starts when nothing can run any more after the previous one.
    ///
    /// Returns when nothing can run any more. An action may then still wait for a worker's answer or for the clock.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: What happened in the scene.
    @discardableResult
    public func when(
        _ actions: Definition.Action..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Definition> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        note(nil, actions)
        return await perform(actions, on: scene, .oneByOne, at: place)
    }

    /// Executes actions one after the other, with a sentence for failures and for the written specification.
    ///
    /// Without actions, it carries out what was released or sent before: `await test.when("the answer comes")`.
    @discardableResult
    public func when(
        _ text: String, _ actions: Definition.Action..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Definition> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        note(text, actions)
        return await perform(actions, on: scene, .oneByOne, at: place)
    }

    /// Executes actions in order, without waiting in between, like the taps of a user who does not wait for answers. In an
    /// exploration the actions start in this order, and everything else happens in any order.
    ///
    /// ```swift
    /// test.worker.search.always(.wait)
    /// await test.when("two words are typed", inOrder: .typed("a"), .typed("ab"))
    /// test.worker.search.release(.value("second")) { $0 == "ab" }
    /// ```
    @discardableResult
    public func when(
        _ text: String? = nil, inOrder first: Definition.Action, _ next: Definition.Action...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Definition> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        note(text, [first] + next)
        return await perform([first] + next, on: scene, .inOrder, at: place)
    }

    /// Executes actions in this order, without waiting in between. In an exploration they start in any order.
    @discardableResult
    public func when(
        _ text: String? = nil, concurrently actions: Definition.Action..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Definition> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        note(text, actions)
        return await perform(actions, on: scene, .atOnce, at: place)
    }

    /// Executes actions of a child scene, one after the other. Fails if there is no scene at the place.
    ///
    /// ```swift
    /// await test.when(
    ///     "the second row is tapped", in: .child(of: \.rows, 2, as: Row.self),
    ///     .tapped)
    /// ```
    ///
    /// - Returns: What happened in that scene.
    @discardableResult
    public func when<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>, _ actions: Child.Action...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Child> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return RecordedEffects([], calls: [], assertions) }
        note(text, actions)
        return await perform(actions, on: scene, .oneByOne, at: place)
    }

    /// Executes actions of a child scene in order, without waiting in between; see ``when(_:inOrder:_:fileID:filePath:line:column:)``.
    ///
    /// ```swift
    /// await test.when(
    ///     "a row is tapped twice", in: .child(of: \.rows, 2, as: Row.self),
    ///     inOrder: .tapped, .tapped)
    /// ```
    ///
    /// - Returns: What happened in that scene.
    @discardableResult
    public func when<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>, inOrder first: Child.Action,
        _ next: Child.Action..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Child> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return RecordedEffects([], calls: [], assertions) }
        note(text, [first] + next)
        return await perform([first] + next, on: scene, .inOrder, at: place)
    }

    /// Lets several things happen at once: actions of this scene and of its children, and time. In an exploration they
    /// begin in any order. A child that is gone by then is left out there.
    ///
    /// ```swift
    /// await test.when(
    ///     "the row is saved while the list is closed",
    ///     overlapping: .action(
    ///         .saveTapped, in: .child(of: \.rows, 2, as: Row.self)),
    ///     .action(.closeTapped))
    /// ```
    ///
    /// - Parameters:
    ///   - text: The sentence for failures and for the written specification.
    ///   - first: What happens.
    ///   - next: What happens, too.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    /// - Returns: What happened in the scene of the scenario.
    @discardableResult
    public func when(
        _ text: String? = nil, overlapping first: Overlap<Definition>, _ next: Overlap<Definition>...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> RecordedEffects<Definition> {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let all = [first] + next
        note(text, [String](), overlapping: text == nil ? all.map(\.name) : [])
        return await perform(all.map { $0.start(self, place) }, in: scene, .atOnce, at: place)
    }

    /// Suspends until nothing can run any more. Use it after a call was released or a value was sent.
    ///
    /// With a sentence, it is a step of the scenario: the sentence stands in failures and in the written specification, like
    /// that of a `when`, and `then` checks the effects since.
    ///
    /// It does not wait for time to pass. An action counts as running from its start until it waits for a stub, a clock
    /// or a stream of the test. It counts as running again as soon as that wait ends. An action in any other wait
    /// counts as running, too; see ``waiting(for:_:)``.
    ///
    /// - Parameters:
    ///   - text: The sentence.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func settle(
        _ text: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) async {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let text else {
            _ = await run.waitUntilQuiet(at: place)
            return
        }
        note(text, [String]())
        await perform([], in: scene, .oneByOne, at: place)
    }

    private func note<Action>(_ text: String?, _ actions: [Action], overlapping names: [StepName] = []) {
        closeWhen()
        run.state.withLock { ($0.texts.lastWhen, $0.texts.lastOverlap) = (text, names) }
        guard keepsAccount else { return }
        let words = text ?? (actions.map(describe) + names.map(\.sentence)).joined(separator: ", ")
        run.state.withLock { $0.texts.whenSentences.append(words) }
    }

    /// Executes actions that lead to the state in which the scenario begins. Their effects need not be asserted.
    ///
    /// Use it for a state that the test cannot create, because its setters are internal to the scene's module.
    ///
    /// - Parameters:
    ///   - text: The sentence for failures and for the written specification.
    ///   - actions: The actions, one after the other.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func given(
        _ text: String? = nil, after actions: Definition.Action..., fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        await begin(text, with: actions, on: scene, at: place)
    }

    /// Executes actions of a child scene that lead to the state in which the scenario begins; see
    /// ``given(_:after:fileID:filePath:line:column:)``. Fails if there is no scene at the place.
    public func given<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>, after actions: Child.Action...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return }
        await begin(text, with: actions, on: scene, at: place)
    }

    private func begin<Other: SceneDefinition>(
        _ text: String?, with actions: [Other.Action], on scene: SceneRuntime<Other>, at place: SourcePlace
    ) async {
        closeWhen()
        if let text { run.state.withLock { $0.texts.givenSentences.append(text) } }
        await perform(actions, on: scene, .oneByOne, at: place)
        assertions.forget()
        for double in run.doubles { double.forgetUnseenCalls() }
    }

    @discardableResult
    private func perform<Other: SceneDefinition>(
        _ actions: [Other.Action], on scene: SceneRuntime<Other>, _ pace: Pace, at place: SourcePlace
    ) async -> RecordedEffects<Other> {
        let line = (fileID: place.fileID, line: place.line)
        let starts = actions.map { action in
            Schedule.Start(name: .start(action)) { scene.execute(action, fileID: line.fileID, line: line.line) }
        }
        return await perform(starts, in: scene, pace, at: place)
    }

    @discardableResult
    private func perform<Other: SceneDefinition>(
        _ starts: [Schedule.Start], in scene: SceneRuntime<Other>, _ pace: Pace, at place: SourcePlace
    ) async -> RecordedEffects<Other> {
        beginStep(at: place)
        await run.waiting(at: place) {
            // Without actions, what was released or sent before is carried out.
            let groups = pace == .oneByOne && !starts.isEmpty ? starts.map { [$0] } : [starts]
            for group in groups {
                guard await run.drive(group, inOrder: pace == .inOrder, at: place) else { break }
            }
        }
        return causedSinceWhen(in: scene)
    }

    /// Begins a step with a sentence, in which something else happens than in a `when`.
    func beginStep(_ text: String, at place: SourcePlace) {
        note(text, [String]())
        beginStep(at: place)
    }

    private func beginStep(at place: SourcePlace) {
        lastWhen = place
        run.recorder.beginWhen()
        callsBeforeWhen = run.calls.count
    }

    /// The effects in a scene since the last `when` began.
    func causedSinceWhen<Other: SceneDefinition>(in scene: SceneRuntime<Other>) -> RecordedEffects<Other> {
        RecordedEffects(
            run.recorder.recordsSinceWhen, calls: Array(run.calls[callsBeforeWhen...]), assertions,
            of: scene.identity.number)
    }
}

/// When the actions of a `when` start.
private enum Pace {
    /// Each starts when nothing can run any more after the previous one.
    case oneByOne
    /// They start in order, without waiting in between.
    case inOrder
    /// They start in order, without waiting in between. In an exploration they start in any order.
    case atOnce
}
