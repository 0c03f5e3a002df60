import Foundation

/// A mistake that real apps have. Set `SPEND_BUG` in the environment to the name of one, and see which test finds it.
enum PlantedBug: String {
    /// A list that was asked for before a change replaces the changed one.
    case staleRefresh
    /// Each attempt to add an expense has a key of its own.
    case addedTwice
    /// Each tap on the button is a new payment for the server.
    case paidTwice
    /// The form sends its request itself, and is closed meanwhile.
    case dismissedSave
    /// A row sends the whole expense as it knows it, not only the title.
    case lostUpdate
    /// An answer that was overtaken by a newer one replaces it.
    case olderVersion
    /// A search does not cancel the one before it.
    case searchOrder
    /// The end of loading is dropped if the action was cancelled.
    case endlessSpinner
    /// A request that fails is counted for ever.
    case runningCounter
    /// The beginning of a request is not counted if the action was cancelled, but its end is.
    case negativeCounter
    /// Undo shows the whole list as it was.
    case undoOldList
    /// A removal that fails is not reported.
    case swallowedError
    /// Each change of an expense is followed by another request for the list.
    case extraCall
    /// A closure of the assembly holds the scene.
    case strongCapture
    /// The log of the service has the password.
    case secretInLog
    /// A row does not learn that its item has changed.
    case rowItem
    /// A detail stays when another expense is opened.
    case detailNotReplaced
    /// Each rejected request renews the token.
    case refreshRace
    /// The cache keeps an expense after it was changed.
    case staleCache
    /// A refresh cancels what has to be saved.
    case cancelledSave
    /// The offset among the shown rows is used as one among all rows.
    case rowByIndex
    /// The detail does not tell its parent about the payment.
    case outputDropped
    /// The detail of an expense that is gone stays open.
    case removedDetail
    /// Each 401 presents the sheet again.
    case signInTwice
    /// Two titles of one row are sent at the same time.
    case unorderedTitles
    /// The service waits on the clock of the system.
    case systemClock
    /// The cache keeps an expense that was asked for before a change, and answered after it.
    case cacheRace
    /// What the server has refused is tried again.
    case retriedRefusal
    /// An undo is shown before the server has done it.
    case undoTooEarly
    /// The closure that makes the search holds the scene.
    case captureInMake
    /// A refresh replaces the text that is being edited.
    case editReplaced
    /// A row that a refresh has brought is added a second time.
    case duplicateRow

    private static let active = ProcessInfo.processInfo.environment["SPEND_BUG"].map { name in
        guard let bug = PlantedBug(rawValue: name) else { preconditionFailure("There is no bug \(name).") }
        return bug
    }

    var isPlanted: Bool { Self.active == self }
}
