import CIS
import GatherScenes
import TerminalKit

/// A part of a page that can be used: a button, a field, a row.
struct Control {
    enum Kind {
        case button
        case toggle(isOn: Bool)
        /// A secret text is not shown.
        case field(text: String, isSecret: Bool)
        /// `isMarked` is nil if the row has no check mark.
        case row(details: [String], isMarked: Bool?)
        case stepper(value: String)
    }

    /// A further function of a control, with keys of its own.
    struct Extra {
        /// The command in a line of input. The word of the control follows it.
        let word: String
        let keys: [Key]
        let press: Press
    }

    /// Identifies the control on its page, also when its caption changes.
    let id: String
    /// The command in a line of input. Empty if the control only shows something.
    let word: String
    let caption: String
    let kind: Kind
    var isEnabled = true
    /// The key that presses it from anywhere on the page.
    var key: Character?
    var press: Press?
    /// Enters a text or a number. Returns nil for what cannot be entered.
    var enter: ((String) -> Press?)?
    /// The values that `enter` accepts, for a message about another value.
    var takes = ""
    var extras: [Extra] = []
    /// The hints about its keys, besides those for all controls of its kind.
    var hints: [String] = []
}

extension Control {
    static func button(
        _ id: String, _ caption: String, isEnabled: Bool = true, key: Character? = nil, press: @escaping Press
    ) -> Control {
        Control(
            id: id, word: caption.commandWord, caption: caption, kind: .button, isEnabled: isEnabled, key: key,
            press: press)
    }

    static func button(_ id: String, _ button: ButtonState, key: Character? = nil, press: @escaping Press) -> Control {
        .button(id, button.caption, isEnabled: button.isEnabled, key: key, press: press)
    }

    /// - Parameter submit: The action of Enter. Without it Enter goes to the next control.
    static func field(
        _ word: String, _ caption: String, _ text: String, isSecret: Bool = false, submit: Press? = nil,
        enter: @escaping @MainActor (String) -> Task<Void, Never>
    ) -> Control {
        Control(
            id: word, word: word, caption: caption, kind: .field(text: text, isSecret: isSecret), press: submit,
            enter: { text in { enter(text) } })
    }

    static func toggle(_ caption: String, isOn: Bool, change: @escaping @MainActor (Bool) -> Task<Void, Never>)
        -> Control
    {
        var toggle = Control(
            id: caption.commandWord, word: caption.commandWord, caption: caption, kind: .toggle(isOn: isOn))
        toggle.press = { change(!isOn) }
        toggle.enter = { word -> Press? in
            switch word {
            case "on": { change(true) }
            case "off": { change(false) }
            default: nil
            }
        }
        toggle.takes = "on or off"
        return toggle
    }

    /// - Parameter change: Receives the new number. The scene knows the limits.
    static func stepper(
        _ word: String, _ caption: String, _ number: Int, value: String? = nil,
        change: @escaping @MainActor (Int) -> Task<Void, Never>
    ) -> Control {
        var stepper = Control(
            id: word, word: word, caption: caption, kind: .stepper(value: value ?? "\(number)"))
        let steps: [(Key, Int)] = [
            (.left, -1), (.right, 1), (.character("-"), -1), (.character("+"), 1), (.pageDown, -10), (.pageUp, 10),
        ]
        stepper.extras = steps.map { key, step in Extra(word: "", keys: [key]) { change(number + step) } }
        stepper.enter = { text -> Press? in
            guard let number = Int(text) else { return nil }
            return { change(number) }
        }
        stepper.takes = "a number"
        stepper.hints = [Wording.Keys.step]
        return stepper
    }

    /// Whether it is a field, into which letters are typed.
    var isField: Bool {
        if case .field = kind { true } else { false }
    }

    /// Whether it is a button.
    var isButton: Bool {
        if case .button = kind { true } else { false }
    }
}

extension String {
    /// The first word of a caption in lower case, which is the command in a line of input: `add` for `Add player`.
    var commandWord: String { prefix { $0 != " " }.lowercased() }
}
