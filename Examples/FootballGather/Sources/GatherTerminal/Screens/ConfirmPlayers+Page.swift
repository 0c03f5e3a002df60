import CIS
import GatherScenes
import TerminalKit

@MainActor extension ConfirmPlayers: Paged {
    static func page(of scene: SceneRuntime<ConfirmPlayers>) -> Page {
        let state = scene.state
        var elements: [Page.Element] = []
        var number = 0
        for section in Team.allCases {
            if !elements.isEmpty { elements.append(.gap) }
            elements.append(.heading(section.title))
            let rows = state.rows(of: section)
            if rows.isEmpty { elements.append(.text(Wording.ConfirmPlayers.nobody(in: section))) }
            for (index, row) in rows.enumerated() {
                number += 1
                var control = Control(
                    id: "row \(row.id)", word: "\(number)", caption: row.name,
                    kind: .row(details: [row.position], isMarked: nil))
                control.extras = moves(from: Place(section, index), in: scene)
                control.hints = [Wording.Keys.team, Wording.Keys.order]
                elements.append(.control(control))
            }
        }
        return Page(
            title: Wording.ConfirmPlayers.title, elements: elements,
            bar: [.button("start", state.startButton, key: "s") { scene.execute(.startTapped) }],
            isBusy: state.isLoading, dialog: state.alert.map { .alert($0) { scene.execute(.alertDismissed) } })
    }

    /// FG-CONFIRM-02: the moves by keys. Right and left move through the sections, up and down through the rows.
    private static func moves(from place: Place, in scene: SceneRuntime<ConfirmPlayers>) -> [Control.Extra] {
        let sections = Team.allCases
        let current = place.section.rawValue
        func move(_ word: String, _ keys: [Key], to destination: Place) -> Control.Extra {
            Control.Extra(word: word, keys: keys) { scene.execute(.moved(from: place, to: destination)) }
        }
        var moves = sections.filter { $0 != place.section }.map { section in
            var keys = section.keys
            if section.rawValue == current - 1 { keys.append(.left) }
            if section.rawValue == current + 1 { keys.append(.right) }
            return move(section.word, keys, to: Place(section, scene.state.rows(of: section).count))
        }
        if place.row > 0 {
            moves.append(move("up", [.shiftUp, .character("K")], to: Place(place.section, place.row - 1)))
        }
        if place.row + 1 < scene.state.rows(of: place.section).count {
            moves.append(move("down", [.shiftDown, .character("J")], to: Place(place.section, place.row + 1)))
        }
        return moves
    }
}

extension Team {
    /// The command in a line of input: `bench`, `a`, `b`.
    var word: String { title.split(separator: " ").last.map { $0.lowercased() } ?? "" }

    /// The keys that move a player here: `a` and `b`, and `n` for the bench.
    fileprivate var keys: [Key] {
        switch self {
        case .bench: [.character("n")]
        case .teamA: [.character("a")]
        case .teamB: [.character("b")]
        }
    }
}
