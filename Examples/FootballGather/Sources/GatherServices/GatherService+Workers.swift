import CISWorkers
import Foundation
package import GatherScenes

extension GatherService: LoginWorker {
    @concurrent package func recall() async -> Login.Remembered {
        // FG-LOGIN-01: a value that cannot be read is treated as not stored.
        let isOn = try? await storage.preferences.value(for: .remember)
        let username = try? await storage.secrets.value(for: .username)
        return Login.Remembered(isOn: isOn, username: username)
    }

    @concurrent package func remember(_ remembered: Login.Remembered) async {
        await attempt("store the username") { try await $0.secrets.set(remembered.username, for: .username) }
        await attempt("store the switch") { try await $0.preferences.set(remembered.isOn, for: .remember) }
    }

    @concurrent package func logIn(username: String, password: Password) async throws {
        let authorization = try await BasicAuthorization(user: username, password: password.hash).header()
        let token = try await token(for: authorization)  // FG-NET-08
        try await storage.set(token: token)  // FG-STORE-04
    }

    @concurrent package func register(username: String, password: Password) async throws {
        // FG-NET-09. FG-API-03: a name that is taken is answered with 500.
        let meanings: [Int: ServiceError] = [
            400: .usernameRefused, 413: .usernameRefused, 500: .usernameTaken,
        ]
        _ = try await create(.register(username, hash: password.hash), meanings)
    }
}

extension GatherService: PlayerListWorker {
    @concurrent package func players() async throws -> [Player] {
        await changes.end()
        return try await send(.players)
    }

    /// D22: of what the screens name, the server may not find a player.
    private static var deleted: [Int: ServiceError] { [404: .playerDeleted] }

    @concurrent package func deletePlayer(_ id: Player.ID) async throws {
        try await changes.complete { try await self.send(.deletePlayer(id), Self.deleted) }
    }
}

extension GatherService: PlayerAddWorker {
    package func newKey() -> RequestKey { RequestKey(UUID().uuidString) }
    @concurrent package func addPlayer(named name: String, _ key: RequestKey) async throws {
        _ = try await changes.complete { try await self.create(.addPlayer(named: name, key), Self.tooLong) }
    }

    /// D22, FG-API-07: of what the screens send, the server refuses a text of more than 255 bytes, and a body of more than 16 KiB.
    private static var tooLong: [Int: ServiceError] { [400: .textTooLong, 413: .textTooLong] }
}

extension GatherService: PlayerEditWorker {
    @concurrent package func updatePlayer(_ player: Player) async throws -> Player {
        try await changes.complete { try await self.update(player) }
    }

    @concurrent private func update(_ player: Player) async throws -> Player {
        var updated = player
        do {
            var meanings = Self.tooLong.merging(Self.deleted) { $1 }
            meanings[412] = .changedElsewhere(player)
            let tag = try await send(.updatePlayer(player), meanings).headers["ETag"]
            updated.version = tag.flatMap { Int($0.trimmingCharacters(in: ["\""])) }
            return updated
        } catch ServiceError.changedElsewhere {
            let newest = try await send(.player(player.id), Self.deleted)
            updated.version = newest.version
            // The same change has arrived before, and its answer was lost.
            if newest == updated { return newest }
            throw ServiceError.changedElsewhere(newest)
        }
    }
}

extension GatherService: ConfirmPlayersWorker {
    @concurrent package func createGather(_ key: RequestKey) async throws -> ResourceID {
        try await create(.createGather(key))
    }
    @concurrent package func add(_ player: TeamPlayer, toGather id: String) async throws {
        try await send(.add(player, toGather: id), Self.deleted)
    }
}

extension GatherService: GatherWorker {
    @concurrent package func endGather(_ id: String, score: String, winner: String) async throws {
        try await send(.endGather(id, score: score, winner: winner))
    }
}

extension GatherService: SessionWorker {
    /// D18: the token is forgotten first, so that a login in the meantime keeps its own.
    @concurrent package func logOut() async {
        guard let token = try? await storage.token() else { return }
        await forgetToken()
        await attempt("revoke the token") { _ in try await self.send(.logOut(token)) }
    }

    @concurrent package func discardGather(_ id: String) async {
        await attempt("remove the gather") { _ in try await self.send(.deleteGather(id)) }
    }
}
