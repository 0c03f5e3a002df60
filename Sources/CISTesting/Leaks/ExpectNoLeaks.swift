public import CIS

/// Expects that everything a scene owned is freed when the scene is released.
///
/// The body makes and uses the scene. When it has returned, the scene is released. Its runtime, controller, interactor, store
/// and workers, everything that only they held, and those of its children, must then be deallocated, without waiting. The
/// failure names each object that is still alive, with the property path that holds it:
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
/// Every scenario (``given(_:_:_:checking:function:fileID:filePath:line:column:_:)``) makes this check at its end.
///
/// Limits: reflection shows what properties hold, and whether weakly. It does not show what closures, tasks or a `Mutex` hold. An
/// object that only such a thing owns is not checked. If one of them holds a part of the scene, the failure says what is alive
/// and which closures and tasks it could not look into. Objects in a state of the scene are no leaks, since any copy of the
/// state holds them. Name objects that live on by design, such as global or shared ones, in `besides`.
///
/// - Parameters:
///   - besides: Objects, or values with objects in them, that may live on with all that they hold: a shared cache, a
///     service, a parent scene. A part of the checked scene that they hold is a leak all the same.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
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

/// The life of a scene, from its creation to its release.
@MainActor
private struct LeakRound {
    private let check: LeakCheck
    private let name: String
    private let running: [String]

    /// Creates the scene, records what it owns, and releases it.
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
