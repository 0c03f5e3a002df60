import CISBridge
package import GatherScenes

extension PlayerDetail: Bridged {
    package static func view(of state: State) -> PlayerDetailShown {
        PlayerDetailShown(title: state.title, sections: state.sections)
    }

    package static var bridgedName: String { "playerDetail" }
}

/// The state of the screen as a host draws it.
package struct PlayerDetailShown: Encodable, Sendable {
    let title: String
    let sections: [PlayerDetail.Section]
}
