public import CIS

/// Expects that everything a scene owned is freed when the scene is released.
///
/// The scene is made and used in the body, and released when the body has returned. Then, without waiting, its runtime,
/// controller, interactor, store and workers, and everything that only they held, must be gone, and so must those of its
/// children. What is not is named with the property path that holds it:
///
/// ```text
/// After the release of UploadReceipt/3, this is still alive:
///   UploadReceiptInteractor is still alive. It holds itself: interactor.worker.delegate → interactor
///   Alive because of these: UploadReceiptStore, StatePublisher<State>
/// ```
///
/// ```swift
/// await expectNoLeaks {
///     let scene = UploadReceipt.assemble(worker: UploadReceiptService())
///     await scene.execute(.nextTapped).value
///     return scene
/// }
/// ```
///
/// A scenario (``given(_:_:_:checking:function:fileID:filePath:line:column:_:)``) checks this at its end by itself.
///
/// What is found, and what is not: reflection shows what properties hold, and whether weakly; it does not show what
/// closures, tasks, a `Mutex` or the scene's state hold. An object that only such a thing owns is not checked, and when
/// one of them holds a part of the scene, the message says what is alive and which closures and tasks it could not look
/// into. What a state of the scene holds is no leak either: whoever has a copy of the state holds it. What lives on by design, because it is global or belongs to others, is to be named in `besides`.
///
/// - Parameters:
///   - besides: Objects, or values with objects in them, that may live on with all that they hold: a shared cache, a
///     service, a parent scene. A part of the checked scene that they hold is a leak all the same.
///   - fileID: The test's file. Leave it out.
///   - filePath: The test's file. Leave it out.
///   - line: The test's line. Leave it out.
///   - column: The test's column. Leave it out.
///   - body: Makes the scene and uses it. It must not keep it, and should wait for the actions that it executes: one that
///     still runs holds the parts that it needs.
/// - Throws: What the body throws. Then nothing is checked.
@MainActor
public func expectNoLeaks<Definition: SceneDefinition>(
    besides: [Any] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @MainActor () async throws -> SceneRuntime<Definition>
) async rethrows {
    let check = try await LeakRound(besides: besides, body)
    guard let failure = check.failure else { return }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    TestFailure(message: failure, place: place).report()
}

/// A scene's life, from being made to its release.
@MainActor
private struct LeakRound {
    private let check: LeakCheck
    private let name: String
    private let running: [String]

    /// Makes the scene, notes what it owns, and lets it go.
    init<Definition: SceneDefinition>(
        besides: [Any], _ body: @MainActor () async throws -> SceneRuntime<Definition>
    ) async rethrows {
        let scene = try await body()
        check = LeakCheck(of: scene, besides: besides)
        name = "\(scene.identity)"
        running = scene.actionDescriptions
    }

    var failure: String? {
        guard let failure = check.failure(of: name) else { return nil }
        guard !running.isEmpty else { return failure }
        return failure + "\n  Actions were still running: \(running.joined(separator: ", ")). Await them in the body."
    }
}
