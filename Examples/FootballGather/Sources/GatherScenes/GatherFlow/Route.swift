/// A screen of the stack, with its initial values.
package enum Route: Sendable, Equatable, Codable {
    case login
    case playerList
    case playerAdd
    case playerDetail(Player)
    case playerEdit(Player, PlayerField)
    case confirmPlayers([Player])
    case gather(GatherModel)
}

/// A place in the app that a link names: `players`, `players/add`, `players/5`, `players/5/age`, `players/confirm/5,7`.
///
/// No link leads to a gather, because the server does not say who played in which team.
package enum DeepLink: Sendable, Equatable, Codable {
    case players
    case add
    case player(Player.ID, PlayerField?)
    case confirm([Player.ID])

    /// - Parameter path: The path, without a slash at the beginning.
    package init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.first, parts.dropFirst().first, parts.count) {
        case ("players", nil, 1): self = .players
        case ("players", "add", 2): self = .add
        case ("players", "confirm", 3):
            let ids = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard Set(ids).count >= PlayerList.minimumOfPlayers, !ids.contains(nil) else { return nil }
            self = .confirm(ids.compactMap(\.self))
        case ("players", let id?, 2):
            guard let id = Int(id) else { return nil }
            self = .player(id, nil)
        case ("players", let id?, 3):
            guard let id = Int(id), let field = PlayerField(rawValue: String(parts[2])) else { return nil }
            self = .player(id, field)
        default: return nil
        }
    }

    /// The screens above the player list; nil if the user has no such player.
    func routes(among players: [Player]) -> [Route]? {
        switch self {
        case .players: return []
        case .add: return [.playerAdd]
        case .player(let id, let field):
            guard let player = players.first(where: { $0.id == id }) else { return nil }
            return [.playerDetail(player)] + (field.map { [.playerEdit(player, $0)] } ?? [])
        case .confirm(let ids):
            let chosen = players.filter { ids.contains($0.id) }
            return chosen.count == Set(ids).count ? [.confirmPlayers(chosen)] : nil
        }
    }
}
