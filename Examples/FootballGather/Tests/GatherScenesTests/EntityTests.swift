import GatherScenes
import Testing

/// FG-MOD-01 to FG-MOD-07: players, teams and their texts.
@Suite struct EntityTests {
    @Test func `FG-MOD-01 the id says who a player is, and an edit can be seen`() {
        var edited = Player.ada
        edited.name = "Ida"
        #expect(edited.id == Player.ada.id && edited != .ada)
    }

    @Test func `FG-MOD-02 skills and positions are in this order`() {
        #expect(Skill.allCases.map(\.rawValue) == ["beginner", "amateur", "professional"])
        #expect(Position.allCases.map(\.rawValue) == ["goalkeeper", "defender", "midfielder", "winger", "striker"])
    }

    @Test(arguments: zip(Position.allCases, ["GK", "DEF", "MID", "W", "ST"]))
    func `FG-MOD-03 each position has an acronym`(position: Position, acronym: String) {
        #expect(position.acronym == acronym)
    }

    @Test func `FG-MOD-06 three sections in this order`() {
        #expect(Team.allCases.map(\.rawValue) == [0, 1, 2])
        #expect(Team.allCases.map(\.title) == ["Bench", "Team A", "Team B"])
    }

    @Test func `FG-NET-12 users read the name of the case`() {
        #expect("\(ServiceError.unexpectedResponse)" == "unexpectedResponse")
        #expect("\(ServiceError.locationHeaderNotFound)" == "locationHeaderNotFound")
    }
}
