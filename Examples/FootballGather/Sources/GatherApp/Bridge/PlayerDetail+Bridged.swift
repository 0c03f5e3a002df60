import CISBridge
package import GatherScenes

extension PlayerDetail: Bridged {
    package struct Shown: Encodable, Sendable {
        let title: String
        let sections: [Section]
    }

    package static func view(of state: State) -> Shown { Shown(title: state.title, sections: state.sections) }

    package static var bridgedName: String { "playerDetail" }
}
