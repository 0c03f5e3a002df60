public import CIS

/// Checking the results of actions.
extension SceneTest {
    /// Checks the whole change of the state since the last `when` began, or since a later check of this kind. It can
    /// also check the effects of the last `when`.
    ///
    /// ```swift
    /// test.then("it is deleted", mutations: [.deleted(2)]) { $0.rows.remove(2) }
    /// ```
    ///
    /// If you pass a list, it must be complete and in order. Lists that are not passed are not checked.
    ///
    /// - Parameters:
    ///   - text: The sentence for failures and for the written specification.
    ///   - mutations: The mutations of this scene.
    ///   - useCases: The use cases of this scene.
    ///   - outputs: The outputs of this scene.
    ///   - sources: The ids of this scene's sources that are open now, in any order.
    ///   - calls: The names of all stubbed functions that were called, such as `encode(_:)`.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    ///   - change: Receives the earlier state, and changes it into the expected state.
    public func then(
        _ text: String? = nil, mutations: [Definition.Mutation]? = nil, useCases: [Definition.UseCase]? = nil,
        outputs: [Definition.Output]? = nil, sources: [AnyHashable]? = nil, calls: [String]? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ change: (inout Definition.State) throws -> Void
    ) rethrows {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try check(
            text, change,
            ExpectedEffects(mutations: mutations, useCases: useCases, outputs: outputs, sources: sources, calls: calls),
            of: scene, at: place)
    }

    /// Checks the whole change of the state of a child scene in the same way. Fails if there is no scene at the place.
    public func then<Child: SceneDefinition>(
        _ text: String? = nil, in child: ChildPlace<Definition, Child>, mutations: [Child.Mutation]? = nil,
        useCases: [Child.UseCase]? = nil, outputs: [Child.Output]? = nil, sources: [AnyHashable]? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        _ change: (inout Child.State) throws -> Void
    ) rethrows {
        note(then: text)
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard let scene = find(child, at: place) else { return }
        try check(
            text, change,
            ExpectedEffects(mutations: mutations, useCases: useCases, outputs: outputs, sources: sources, calls: nil),
            of: scene, at: place)
    }

    /// Checks fields of the state, calls of stubs, and the effects of the last `when`.
    ///
    /// ```swift
    /// test.then(
    ///     "the sheet opens", \.isSheetShown == true, test.worker.toasts == [],
    ///     mutations: [.setSheet(true)])
    /// ```
    ///
    /// If you pass a list, it must be complete and in order. Lists that are not passed are not checked.
    ///
    /// - Parameters:
    ///   - text: The sentence for failures and for the written specification.
    ///   - expectations: Fields, and calls of stubs.
    ///   - mutations: The mutations of this scene.
    ///   - useCases: The use cases of this scene.
    ///   - outputs: The outputs of this scene.
    ///   - sources: The ids of this scene's sources that are open now, in any order.
    ///   - calls: The names of all stubbed functions that were called, such as `encode(_:)`.
    ///   - fileID: The file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
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

    /// Checks fields of the state, calls of stubs, and the effects of the last `when`; see the form with a sentence.
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

    /// Checks one child scene in the same way. Fails if there is no scene at the place.
    ///
    /// ```swift
    /// test.then(
    ///     "it is marked", in: .child(of: \.rows, 2, as: Row.self),
    ///     \.isMarked == true, mutations: [.marked])
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

    /// The effects in the scene since the last `when` began.
    public var effects: RecordedEffects<Definition> { causedSinceWhen(in: scene) }

    func note(then text: String?) {
        if let text { run.state.withLock { $0.texts.thenSentences.append(text) } }
    }
}

// Helpers of the functions above.
extension SceneTest {
    private func check<Other: SceneDefinition>(
        _ text: String?, _ change: (inout Other.State) throws -> Void, _ effects: ExpectedEffects<Other>,
        of scene: SceneRuntime<Other>, at place: SourcePlace
    ) rethrows {
        guard !run.injectsFaults else { return }
        let number = scene.identity.number
        let actual = scene.state
        var expected = assertions.baseline(of: number, as: Other.State.self) ?? actual
        try change(&expected)
        assertions.rebase(number, to: actual)
        let problem = Difference.message("The state differs", expected: expected, actual: actual)
        fail([problem] + differences(effects, of: scene), of: scene, text, at: place)
    }

    private func check<Other: SceneDefinition>(
        _ text: String?, _ expectations: [StateExpectation<Other.State>], _ effects: ExpectedEffects<Other>,
        of scene: SceneRuntime<Other>, at place: SourcePlace
    ) {
        if expectations.isEmpty, effects.isEmpty {
            run.fail("This then checks nothing. Pass a field, the calls of a stub, or a list.", then: text, at: place)
        }
        guard !run.injectsFaults else { return }
        let problems = expectations.map { expectation in
            if keepsAccount, let path = expectation.path {
                assertions.noteAsserted(path: path, of: scene.identity.number)
            }
            return expectation.check(scene.state)
        }
        fail(problems + differences(effects, of: scene), of: scene, text, at: place)
    }

    /// The differences between the given lists and the effects of the last `when`.
    private func differences<Other>(_ expected: ExpectedEffects<Other>, of scene: SceneRuntime<Other>) -> [String?] {
        guard !expected.isEmpty else { return [] }
        let caused = causedSinceWhen(in: scene)
        return [
            expected.mutations.flatMap { difference("mutations", $0, caused.mutations) },
            expected.useCases.flatMap { difference("use cases", $0, caused.useCases) },
            expected.outputs.flatMap { difference("outputs", $0, caused.outputs) },
            expected.sources.flatMap { difference(sources: $0, of: scene.identity) },
            expected.calls.flatMap { difference("called functions", $0, caused.calls) },
        ]
    }

    private func difference<Value>(_ what: String, _ expected: [Value], _ actual: [Value]) -> String? {
        Difference.message("The \(what) differ", expectedElements: expected, actual: actual)
    }

    private func difference(sources expected: [AnyHashable], of scene: SceneIdentity) -> String? {
        let open = run.openSources.filter { $0.source.scene == scene }
        assertions.noteSeenSources(open.map(\.number))
        let names = { (ids: [AnyHashable]) in ids.map { "\($0.base)" }.sorted() }
        let actual = open.map(\.source.id.given)
        // Compared as sets, because the order in which sources open does not matter.
        guard Set(actual) != Set(expected) || actual.count != expected.count else { return nil }
        return difference("open sources", names(expected), names(actual))
    }

    /// Reports all problems of a check as one failure. The message names the scene if it is a child.
    private func fail<Other>(
        _ problems: [String?], of scene: SceneRuntime<Other>, _ text: String?, at place: SourcePlace
    ) {
        let name = scene === self.scene ? "" : "\(scene.identity.placedName): "
        let found = problems.compactMap { $0.map { name + $0 } }
        if !found.isEmpty { run.fail(found.joined(separator: "\n"), then: text, at: place) }
    }
}

/// The lists that were passed to a `then`.
private struct ExpectedEffects<Definition: SceneDefinition> {
    let mutations: [Definition.Mutation]?
    let useCases: [Definition.UseCase]?
    let outputs: [Definition.Output]?
    let sources: [AnyHashable]?
    let calls: [String]?

    var isEmpty: Bool {
        mutations == nil && useCases == nil && outputs == nil && sources == nil && calls == nil
    }
}
