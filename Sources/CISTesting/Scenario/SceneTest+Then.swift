public import CIS

/// Then.
extension SceneTest {
    /// Checks that the state has changed in this way since the last check of this kind, and in no other.
    ///
    /// - Parameters:
    ///   - text: The sentence that a table of specifications shows.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    ///   - change: Makes the expected state of the state before the last `when`.
    public func then(
        _ text: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ change: (inout Definition.State) throws -> Void
    ) rethrows {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try check(text, change, of: scene, at: place)
    }

    /// Checks that the state of a scene below has changed in this way since the last check of this kind, and in no other.
    /// Fails if there is no scene at the place.
    public func then<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ change: (inout Child.State) throws -> Void
    ) rethrows {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return }
        try check(text, change, of: scene, at: place)
    }

    /// Checks fields of the state, calls of stubs, and what the last `when` has caused.
    ///
    /// ```swift
    /// test.then("the sheet opens", \.isSheetShown == true, test.worker.toasts == [], mutations: [.setSheet(true)])
    /// ```
    ///
    /// Each list that is given must be all there was, in this order.
    ///
    /// - Parameters:
    ///   - text: The sentence that a table of specifications shows.
    ///   - expectations: Fields, and calls of stubs.
    ///   - mutations: The mutations of this scene.
    ///   - useCases: Its use cases.
    ///   - outputs: What it has told its parent.
    ///   - sources: The ids of its sources that are open now, in any order.
    ///   - calls: The names of the stubbed functions that were called, of all stubs: `encode(_:)`.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func then(
        _ text: String, _ expectations: StateExpectation<Definition.State>..., mutations: [Definition.Mutation]? = nil,
        useCases: [Definition.UseCase]? = nil, outputs: [Definition.Output]? = nil, sources: [AnyHashable]? = nil,
        calls: [String]? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        check(
            text, expectations,
            ExpectedEffects(mutations: mutations, useCases: useCases, outputs: outputs, sources: sources, calls: calls),
            of: scene, at: place)
    }

    /// Checks fields of the state, calls of stubs, and what the last `when` has caused; see the form with a sentence.
    public func then(
        _ expectations: StateExpectation<Definition.State>..., mutations: [Definition.Mutation]? = nil,
        useCases: [Definition.UseCase]? = nil, outputs: [Definition.Output]? = nil, sources: [AnyHashable]? = nil,
        calls: [String]? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        check(
            nil, expectations,
            ExpectedEffects(mutations: mutations, useCases: useCases, outputs: outputs, sources: sources, calls: calls),
            of: scene, at: place)
    }

    /// Checks a scene below in the same way: that scene alone, and no other of its definition. Fails if there is no scene at
    /// the place.
    ///
    /// ```swift
    /// test.then("it is marked", in: .child(of: \.rows, 2, as: Row.self), \.isMarked == true, mutations: [.marked])
    /// ```
    public func then<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>,
        _ expectations: StateExpectation<Child.State>...,
        mutations: [Child.Mutation]? = nil, useCases: [Child.UseCase]? = nil, outputs: [Child.Output]? = nil,
        sources: [AnyHashable]? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return }
        check(
            text, expectations,
            ExpectedEffects(mutations: mutations, useCases: useCases, outputs: outputs, sources: sources, calls: nil),
            of: scene, at: place)
    }

    /// What has happened in the scene since the last `when` began.
    public var effects: RecordedEffects<Definition> { causedSinceWhen(in: scene) }

    /// Checks any condition.
    ///
    /// In an exploration the place of `#expect`, whose failures an exploration cannot take back to find the shortest
    /// schedule that has them.
    ///
    /// - Parameters:
    ///   - condition: What must hold.
    ///   - text: What it means, for the failure and for a table of specifications.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func expect(
        _ condition: Bool, _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        note(then: text)
        guard !condition, !run.injectsFaults else { return }
        run.fail(
            "This does not hold: \(text)",
            at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Checks a condition now and after every commit of the scene from now on, also in runs of an exploration in which
    /// actions are cancelled and calls fail.
    ///
    /// - Parameters:
    ///   - text: What it means, for the failure.
    ///   - condition: What must hold of every state.
    ///   - fileID: The test's file. Leave it out.
    ///   - filePath: The test's file. Leave it out.
    ///   - line: The test's line. Leave it out.
    ///   - column: The test's column. Leave it out.
    public func invariant(
        _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, _ condition: @escaping @MainActor (Definition.State) -> Bool
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let scene = scene.identity
        let before = run.recorder.onCommit
        // Weak: the recorder keeps it, and belongs to what the test owns.
        let check = { [weak self] (state: Definition.State) in
            guard let self, !condition(state) else { return }
            let lines = Rendering.lines(of: state).map { "  " + $0 }.joined(separator: "\n")
            self.run.fail("The invariant does not hold: \(text). The state:\n\(lines)", at: place)
        }
        check(self.scene.state)
        run.recorder.onCommit = { identity, state in
            before?(identity, state)
            if identity == scene, let state = state as? Definition.State { check(state) }
        }
    }

    private func note(then text: String?) {
        if let text { run.state.withLock { $0.texts.thenSentences.append(text) } }
    }

    private func check<Other: SceneDefinition>(
        _ text: String?, _ change: (inout Other.State) throws -> Void, of scene: SceneRuntime<Other>,
        at place: SourcePlace
    ) rethrows {
        guard !run.injectsFaults else { return }
        let number = scene.identity.number
        let actual = scene.state
        var expected = assertions.baseline(of: number, as: Other.State.self) ?? actual
        try change(&expected)
        assertions.rebase(number, to: actual)
        let problem = Difference.message("The state differs", expected: expected, actual: actual)
        fail([problem], of: scene, text, at: place)
    }

    private func check<Other: SceneDefinition>(
        _ text: String?, _ expectations: [StateExpectation<Other.State>], _ effects: ExpectedEffects<Other>,
        of scene: SceneRuntime<Other>, at place: SourcePlace
    ) {
        guard !run.injectsFaults else { return }
        let caused = causedSinceWhen(in: scene)
        let problems =
            expectations.map { expectation in
                if keepsAccount, let path = expectation.path {
                    assertions.noteAsserted(path: path, of: scene.identity.number)
                }
                return expectation.check(scene.state)
            } + [
                effects.mutations.flatMap { difference("mutations", $0, caused.mutations) },
                effects.useCases.flatMap { difference("use cases", $0, caused.useCases) },
                effects.outputs.flatMap { difference("outputs", $0, caused.outputs) },
                effects.sources.flatMap { difference(sources: $0, of: scene.identity) },
                effects.calls.flatMap { difference("called functions", $0, caused.calls) },
            ]
        fail(problems, of: scene, text, at: place)
    }

    private func difference<Value>(_ what: String, _ expected: [Value], _ actual: [Value]) -> String? {
        Difference.message("The \(what) differ", expectedElements: expected, actual: actual)
    }

    private func difference(sources expected: [AnyHashable], of scene: SceneIdentity) -> String? {
        let open = run.openSources.filter { $0.source.scene == scene }
        assertions.noteSeenSources(open.map(\.number))
        let names = { (ids: [AnyHashable]) in ids.map { "\($0.base)" }.sorted() }
        let actual = open.map(\.source.id.given)
        // By id, and in the order of their names, since it makes no difference which was opened first.
        guard Set(actual) != Set(expected) || actual.count != expected.count else { return nil }
        return difference("open sources", names(expected), names(actual))
    }

    /// Reports what is wrong with a scene, all of it at once. The message names a scene below.
    private func fail<Other>(
        _ problems: [String?], of scene: SceneRuntime<Other>, _ text: String?, at place: SourcePlace
    ) {
        let name = scene === self.scene ? "" : "\(scene.identity.placedName): "
        let found = problems.compactMap { $0.map { name + $0 } }
        if !found.isEmpty { run.fail(found.joined(separator: "\n"), then: text, at: place) }
    }
}

/// What a `when` is expected to have caused, as far as the test says so.
private struct ExpectedEffects<Definition: SceneDefinition> {
    let mutations: [Definition.Mutation]?
    let useCases: [Definition.UseCase]?
    let outputs: [Definition.Output]?
    let sources: [AnyHashable]?
    let calls: [String]?
}
