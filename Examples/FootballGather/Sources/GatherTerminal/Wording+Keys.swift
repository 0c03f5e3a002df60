import GatherScenes

extension Wording {
    /// What the keys of the terminal do. All other texts of its screens are those of the scenes.
    enum Keys {
        static let go = "↑↓ go"
        static let back = "Esc back"
        static let cancel = "Esc cancel"
        static let quit = "Ctrl-C quit"
        static let change = "Enter change"
        static let next = "Enter next"
        static let done = "Enter done"
        static let choose = "Enter choose"
        static let delete = "d delete"
        static let step = "←→ change"
        static let team = "←→ team"
        static let order = "Shift+↑↓ order"

        static func press(_ caption: String) -> String { "Enter \(caption)" }
    }
}
