import CIS
import GatherScenes

@MainActor extension PlayerDetail: Paged {
    static func page(of scene: SceneRuntime<PlayerDetail>) -> Page {
        var elements: [Page.Element] = []
        for section in scene.state.sections {
            if !elements.isEmpty { elements.append(.gap) }
            elements.append(.heading(section.title))
            for row in section.rows {
                let control = Control(
                    id: row.field.rawValue, word: row.field.rawValue, caption: row.title,
                    kind: .row(details: [row.value], isMarked: nil), press: { scene.execute(.rowTapped(row.field)) })
                elements.append(.control(control))
            }
        }
        return Page(title: scene.state.title, elements: elements)
    }
}
