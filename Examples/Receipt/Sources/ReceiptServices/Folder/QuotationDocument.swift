import Foundation

/// The content of `quotations/<id>.json`.
struct QuotationDocument {
    let id: String
    let uploadUrlObjectKeys: [String]
    let requests: String?

    /// One line, always with all three keys and always in this order: an encoder would put them in any order and leave
    /// the last one out when it is nil.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var text = Data(#"{"id":"#.utf8)
        text += try encoder.encode(id)
        text += Data(#","uploadUrlObjectKeys":"#.utf8)
        text += try encoder.encode(uploadUrlObjectKeys)
        text += Data(#","requests":"#.utf8)
        text += try encoder.encode(requests)
        text += Data("}\n".utf8)
        return [UInt8](text)
    }
}
