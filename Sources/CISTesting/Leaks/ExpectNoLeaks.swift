public import CIS

/// Expects that everything a scene owned is freed when the scene is released.
///
/// The body creates and uses the scene. When it has returned, the scene is released. Then its runtime, controller,
/// interactor, store and workers must be deallocated at once, together with everything that only they held. The same applies
/// to its children. The failure names each object that is still alive, with the property path that holds it:
///
/// ```text
/// After the release of UploadReceipt/3, this is still alive:
///   UploadReceiptInteractor is still alive. It holds itself:
///     interactor.worker.delegate → interactor
///   Alive because of these: UploadReceiptStore, StatePublisher<State>
/// ```
///
/// A closure that was registered with a scene is named by the line that has registered it, because most leaks are such
/// closures:
///
/// ```text
///   SceneRuntime<UploadReceipt> is still alive. Held by the closure of
///     observe at App/UploadReceiptScreen.swift:31
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
/// Limits: reflection shows which objects a property holds, and whether it holds them weakly. It does not show the contents
/// of closures, tasks or a `Mutex`. An object that only one of these owns is not checked. If one of them holds a part of the
/// scene and was not registered with a scene, the failure names the object that is alive, and the properties with closures
/// and tasks that could not be searched. Objects in a
/// state of the scene do not count as leaks, because any copy of the state holds them. Name objects that live on by design,
/// such as global or shared ones, in `besides`.
///
/// - Parameters:
///   - besides: Objects that may live on with everything that they hold, such as a shared cache, a service or a parent
///     scene. Values that contain such objects can also be passed. A part of the checked scene must not live on, even
///     if one of them holds it.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - body: Creates the scene and uses it. It must not keep the scene. It should wait for the actions that it executes,
///     because a running action holds the parts that it needs.
/// - Throws: The error of the body. In this case nothing is checked.
@MainActor
public func expectNoLeaks<Definition: SceneDefinition>(
    besides: [Any] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @MainActor () async throws -> SceneRuntime<Definition>
) async rethrows {
    let check = try await LeakRound(besides: besides, body)
    guard let failure = await check.failure() else { return }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    TestFailure(message: failure, place: place).report()
}

/// The life of a scene, from its creation to its release.
@MainActor
private struct LeakRound {
    private let check: LeakCheck
    private let name: String
    private let running: [String]
    private let closures = RegisteredClosures()

    /// Creates the scene, records what it owns, and releases it.
    init<Definition: SceneDefinition>(
        besides: [Any], _ body: @MainActor () async throws -> SceneRuntime<Definition>
    ) async rethrows {
        let tracker = QuiescenceTracker(onRegistration: { [closures] in closures.all.append($0) })
        let scene = try await Instrumentation.$current.withValue(tracker) { try await body() }
        check = LeakCheck(of: scene, besides: besides)
        name = "\(scene.identity)"
        running = scene.actionDescriptions
    }

    func failure() async -> String? {
        guard let failure = await check.failure(of: name, releasing: closures) else { return nil }
        guard !running.isEmpty else { return failure }
        return failure + "\n  Actions were still running: \(running.joined(separator: ", ")). Await them in the body."
    }
}
