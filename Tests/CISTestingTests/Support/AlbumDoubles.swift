import CIS
import CISTesting

final class AlbumWorkerDouble: AlbumWorker {
    let toasts = Stub<String, Void>()
    let encoding = Stub<String, String?> { "jpg(\($0))" }
    let uploading = ThrowingStub<(pictures: [String], tag: Int), Void>()
    let searching = Stub<String, String>(otherwise: "nothing")

    @MainActor func show(_ message: String) { toasts(message) }
    @concurrent func encode(_ picture: String) async -> String? { await encoding(picture) }
    @concurrent func upload(_ pictures: [String], tag: Int) async throws { try await uploading((pictures, tag)) }
    @concurrent func search(_ text: String) async -> String { await searching(text) }
}

/// An album with doubles.
struct AlbumFixture: SceneFixture {
    var style = AlbumStyle.careful
    let worker = AlbumWorkerDouble()
    let clock = ManualClock()

    func assemble(_ state: Album.State) -> SceneRuntime<Album> {
        let outputs = OutputPort<Album.Output>()
        let store = AlbumStore(state, worker: worker)
        let interactor = AlbumInteractor(store: store, worker: worker, style: style, clock: clock, outputs: outputs)
        return SceneRuntime(
            controller: AlbumController(interactor: interactor, store: store), store: store, outputs: outputs,
            clock: clock)
    }
}
