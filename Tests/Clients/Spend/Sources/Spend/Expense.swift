/// An expense, as the server has it.
struct Expense: Sendable, Codable, Equatable, Identifiable {
    let id: Int
    var title: String
    var cents: Int
    var isPaid = false
    /// Grows with each change on the server. Answers may overtake each other.
    var version = 1
}

/// What the user has entered for a new expense.
struct Draft: Sendable, Codable, Equatable {
    var title = ""
    var cents = 0
}

/// Why something could not be done, in the words of the app.
enum Trouble: Error, Sendable, Equatable {
    case offline
    case signedOut
    case refused

    var text: String {
        switch self {
        case .offline: "No connection. Try again later."
        case .signedOut: "Please sign in."
        case .refused: "The server has refused."
        }
    }
}
