/// A link is encoded as its path. Decoding a text that names no screen throws an error.
extension DeepLink {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let link = DeepLink(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "No screen has this address.")
        }
        self = link
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }

    /// The path from which ``init(_:)`` creates this link.
    package var path: String {
        switch self {
        case .players: "players"
        case .add: "players/add"
        case .player(let id, nil): "players/\(id)"
        case .player(let id, let field?): "players/\(id)/\(field.rawValue)"
        case .confirm(let ids): "players/confirm/\(ids.map(String.init).joined(separator: ","))"
        }
    }
}

extension Route {
    /// The link that opens this screen again; nil for the login, and for a gather.
    package var link: DeepLink? {
        switch self {
        case .login, .gather: nil
        case .playerList: .players
        case .playerAdd: .add
        case .playerDetail(let player): .player(player.id, nil)
        case .playerEdit(let player, let field): .player(player.id, field)
        case .confirmPlayers(let players): .confirm(players.map(\.id))
        }
    }
}
