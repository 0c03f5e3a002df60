/// The control that receives the keys. It stays the same when other controls are added and removed.
struct Focus {
    private(set) var id: String?
    private var index = 0
    /// The place in the text of a field, in characters. nil for its end.
    var cursor: Int?

    /// The index of the focused control.
    ///
    /// - Parameters:
    ///   - controls: All controls that can be used.
    ///   - preferred: The id of the control to begin with.
    func index(in controls: [Control], preferred: String?) -> Int? {
        guard !controls.isEmpty else { return nil }
        if let id {
            // If the control does not exist any more, for example because a row was deleted, the next one takes its place.
            return controls.firstIndex { $0.id == id } ?? min(index, controls.count - 1)
        }
        return controls.firstIndex { $0.id == preferred } ?? controls.firstIndex(where: \.isEmptyField)
            ?? controls.firstIndex(where: \.isField) ?? controls.firstIndex { !$0.isButton } ?? 0
    }

    /// Focuses a control.
    ///
    /// - Parameter index: Its place among all that can be used.
    mutating func move(to control: Control, at index: Int) {
        if id != control.id { cursor = nil }
        id = control.id
        self.index = index
    }
}

extension Control {
    fileprivate var isEmptyField: Bool {
        if case .field(let text, _) = kind { text.isEmpty } else { false }
    }
}
