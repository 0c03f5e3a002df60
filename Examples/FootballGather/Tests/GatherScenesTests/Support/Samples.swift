import CIS
import CISTesting
import GatherScenes

extension Player {
    static let ada = Player(
        id: 1, name: "Ada", age: 30, skill: .amateur, preferredPosition: .goalkeeper, favouriteTeam: "Rovers")
    static let ben = Player(id: 2, name: "Ben", skill: .beginner, preferredPosition: .winger)
    static let cem = Player(id: 3, name: "Cem")

    static func numbered(_ id: Int) -> Player { Player(id: id, name: "Player \(id)") }
}

extension [Player] {
    static let sample: [Player] = [.ada, .ben, .cem]

    static func numbered(_ count: Int) -> [Player] { (1...count).map { .numbered($0) } }
}

extension GatherModel {
    static let sample = GatherModel(
        id: "U", players: [TeamPlayer(.ada, in: .teamA), TeamPlayer(.ben, in: .teamB)])
}

/// Returns actions that move the players from the bench to the teams A, B, A, B, …
func makeTeams(of count: Int) -> [ConfirmPlayers.Action] {
    (0..<count).map { .moved(from: .init(.bench, 0), to: .init($0.isMultiple(of: 2) ? .teamA : .teamB, $0 / 2)) }
}

@MainActor extension SceneTest where Fixture == App {
    /// Logs in, and shows the list.
    func logIn() async {
        await when(
            "Ada logs in", in: Screen.login, .edited(FieldChange(\.username, "ada")),
            .edited(FieldChange(\.password, Password("secret"))), .loginTapped
        )
        await when("the list appears", in: Screen.list, .appeared)
    }

    /// Logs in at the first screen, after a log-out.
    func logInFromStart(list id: UInt64) async {
        await when("Ada logs in", in: Screen.login, .edited(FieldChange(\.password, Password("secret"))), .loginTapped)
        await when("the list appears", in: ChildPlace<GatherFlow, PlayerList>.child(of: \.path, id), .appeared)
    }

    /// Logs in again, on the login above all screens.
    func logInAgain() async {
        await when(
            "she logs in again", in: Screen.loginAgain, .edited(FieldChange(\.password, Password("secret"))),
            .loginTapped)
    }

    /// Goes from the list to the teams, and makes two teams of one player each.
    func confirmTwo() async {
        await when("two are selected", in: Screen.list, .modeTapped, .rowTapped(1), .rowTapped(2), .bottomTapped)
        for move in makeTeams(of: 2) { await when("each gets a team", in: Screen.confirm, move) }
    }

    /// Starts the gather from the screen of the teams.
    func start() async { await when("'Start Gather'", in: Screen.confirm, .startTapped) }
}

/// The columns of the rows.
extension PlayerList.State {
    var ids: [Player.ID] { rows.map(\.id) }
    var names: [String] { rows.map(\.name) }
    var positions: [String] { rows.map(\.position) }
    var skills: [String] { rows.map(\.skill) }
    var ticks: [Bool?] { rows.map(\.isTicked) }
}

extension PlayerDetail.State {
    var sectionTitles: [String] { sections.map(\.title) }
    var rowTitles: [String] { sections.flatMap(\.rows).map(\.title) }
    var values: [String] { sections.flatMap(\.rows).map(\.value) }
}
