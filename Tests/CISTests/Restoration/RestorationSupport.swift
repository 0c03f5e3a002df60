import CIS
import Foundation

extension StateCoder {
    /// Codes as JSON, with sorted keys.
    static let json = StateCoder(
        encode: { state in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(state), as: UTF8.self)
        },
        decode: { type, text in try JSONDecoder().decode(type, from: Data(text.utf8)) })

    /// Codes as JSON, and treats every saved state that contains the text as corrupt.
    static func corrupting(_ text: String) -> StateCoder {
        StateCoder(
            encode: { state in String(decoding: try JSONEncoder().encode(state), as: UTF8.self) },
            decode: { type, saved in
                if saved.contains(text) { throw Corruption() }
                return try JSONDecoder().decode(type, from: Data(saved.utf8))
            })
    }

    struct Corruption: Error {}
}

extension SceneRuntime where Definition == Screen {
    /// Name, notes and children, as in `root[x](a b(c[y z]))`.
    var outline: String {
        let notes = state.notes.isEmpty ? "" : "[\(state.notes.joined(separator: " "))]"
        let above = screens.isEmpty ? "" : "(\(screens.map(\.outline).joined(separator: " ")))"
        return state.name + notes + above
    }
}

extension ScreenFixture {
    /// A screen with screens on three levels above it, each with a note: `root[0](x a b(c(d)))`.
    func assembleThreeLevels() -> SceneRuntime<Screen> {
        let root = assemble("root", Screen.State(sheet: Presented("x"), stack: SceneStack(["gone", "a", "b"])))
        change { $0.stack.show(["a", "b"]) }
        change("b") { $0.stack.push("c") }
        change("c") { $0.sheet.present("d") }
        for name in ["root", "x", "a", "b", "c", "d"] {
            controller(name)?.store.execute(.note("\(name)!"))
        }
        return root
    }

    /// A screen with the given child on its sheet.
    func assemble(
        sheet: @escaping (String) -> any SceneNode, _ state: Screen.State = Screen.State()
    ) -> SceneRuntime<Screen> {
        let store = ScreenStore(state)
        let controller = ScreenController(store: store, outputs: OutputPort(), probe: LifetimeProbe(live))
        let screen = SceneRuntime<Screen>(controller: controller, store: store, diagnostics: reports.reporter)
        screen.present(\.sheet) { _, route in sheet(route) }
        return screen
    }
}
