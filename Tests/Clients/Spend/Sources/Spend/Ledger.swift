import CIS

/// The list of expenses, and what is shown over it.
enum Ledger: SceneDefinition {
    typealias Worker = any LedgerWorker

    enum Action: Sendable, Equatable {
        case appeared
        case refreshTapped
        case rowsChanged
        case addTapped
        case formClosed
        case submitted(Draft)
        case added(Expense)
        case swiped([Int])
        case undoTapped
        case filterTapped
        case expenseChanged(Expense)
        case payAsked(Int)
        case opened(Int)
        case wentBack(to: SceneStack<Int>.Element.ID?)
        case searchTapped
        case searchClosed
        case hitChosen(Int)
        case signInNeeded
        case signInClosed
        case signedIn
    }

    enum UseCase: Sendable, Equatable {
        case start
        case refresh
        case save
        case add(Draft)
        case remove([Int])
        case pay(Int)
        case undo
    }

    enum Mutation: Sendable, Equatable {
        case began
        case ended
        case failed(Trouble)
        case restored([Expense])
        case loaded([Expense])
        case added(Expense)
        case addingFailed(Draft, Trouble)
        case removed(Expense)
        case undone(Expense)
        case changed(Expense)
        case filterToggled
        case formOpened(Draft)
        case formClosed
        case opened(Int)
        case closed(above: SceneStack<Int>.Element.ID?)
        case searchOpened
        case searchClosed
        case signInClosed
    }

    struct Removed: Sendable, Equatable {
        var expense: Expense
        var offset: Int
        /// Empty, except for a planted bug.
        var before: [Expense] = []
    }

    struct State: SceneState, Equatable {
        /// The number of requests.
        var running = 0
        var message = ""
        var form = Presented<Draft>()
        var path = SceneStack<Int>()
        var search = Presented<String>()
        var signIn = Presented<String>()
        var domainState = DomainState()

        var isBusy: Bool { running > 0 }

        struct DomainState: Sendable, Equatable {
            var rows: SceneList<Expense> = []
            var hidesPaid = false
            /// What can be undone.
            var removed: [Removed] = []
            /// The number of changes that the server has confirmed. A list that was asked for before one of them may be old.
            var changes = 0

            var shown: [Expense] { rows.filter(isShown) }
            var open: Int { rows.reduce(0) { $0 + ($1.isPaid ? 0 : $1.cents) } }

            func isShown(_ expense: Expense) -> Bool { !hidesPaid || !expense.isPaid }
        }
    }
}
