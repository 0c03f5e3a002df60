import CISTesting
import GatherScenes
import Synchronization

typealias Credentials = (username: String, password: String)
typealias Joining = (player: Player.ID, team: Team, gather: String)
typealias Result = (gather: String, score: String, winner: String)

/// The worker of all screens, with a stub for each function.
@MainActor
final class GatherDouble: LoginWorker, PlayerListWorker, PlayerAddWorker, PlayerEditWorker,
    ConfirmPlayersWorker, GatherWorker, SessionWorker
{
    let recalling = Stub<Void, Login.Remembered>(.value(.init(isOn: nil, username: nil)))
    let remembering = Stub<Login.Remembered, Void>()
    let loggingIn = ThrowingStub<Credentials, Void>(.value(()))
    let registering = ThrowingStub<Credentials, Void>(.value(()))
    let listing = ThrowingStub<Void, [Player]>(.value(.sample))
    let deleting = ThrowingStub<Player.ID, Void>(.value(()))
    let adding = ThrowingStub<Attempt<String>, Void>(.value(()))
    let updating = ThrowingStub<Player, Player>(.compute { $0 })
    let creating = ThrowingStub<RequestKey, ResourceID>(.value(.uuid("U")))
    let joining = ThrowingStub<Joining, Void>(.value(()))
    let ending = ThrowingStub<Result, Void>(.value(()))
    let loggingOut = Stub<Void, Void>()
    let discarding = Stub<String, Void>()

    private nonisolated let keys = Atomic(0)

    /// Keys in their order: 1, 2, …
    nonisolated func newKey() -> RequestKey { .numbered(keys.add(1, ordering: .relaxed).newValue) }
    @concurrent func recall() async -> Login.Remembered { await recalling() }
    @concurrent func remember(_ remembered: Login.Remembered) async { await remembering(remembered) }
    @concurrent func logIn(username: String, password: Password) async throws {
        try await loggingIn((username, password.text))
    }
    @concurrent func register(username: String, password: Password) async throws {
        try await registering((username, password.text))
    }
    @concurrent func players() async throws -> [Player] { try await listing() }
    @concurrent func deletePlayer(_ id: Player.ID) async throws { try await deleting(id) }
    @concurrent func addPlayer(named name: String, _ key: RequestKey) async throws {
        try await adding(Attempt(name, key: key))
    }
    @concurrent func updatePlayer(_ player: Player) async throws -> Player { try await updating(player) }
    @concurrent func createGather(_ key: RequestKey) async throws -> ResourceID { try await creating(key) }
    @concurrent func add(_ player: TeamPlayer, toGather id: String) async throws {
        try await joining((player.player.id, player.team, id))
    }
    @concurrent func logOut() async { await loggingOut() }
    @concurrent func discardGather(_ id: String) async { await discarding(id) }
    @concurrent func endGather(_ id: String, score: String, winner: String) async throws {
        try await ending((id, score, winner))
    }
}

extension RequestKey {
    /// The key that a worker has given as the first, the second, …
    static func numbered(_ number: Int) -> RequestKey { RequestKey("\(number)") }
}
