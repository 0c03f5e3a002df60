import Foundation
import TerminalKit

/// The commands that can be typed. The verb of a button can also be typed as the label of the button.
enum Verb: String, CaseIterable {
    case attach, camera, gallery, shoot, pick, cancel, next, text, request, back, show, help, quit

    private var row: (argument: String, label: String?, summary: String) {
        switch self {
        case .attach: ("", "사진 첨부", "open the sheet")
        case .camera: ("[FILE]", "사진 촬영하기", "sheet: open the camera, or take FILE as the photo at once")
        case .gallery: ("[FILE]", "사진첩에서 가져오기", "sheet: open the gallery, or pick FILE at once")
        case .shoot: ("FILE", nil, "camera: take FILE as the photo; a copy goes to the photo library")
        case .pick: ("FILE", nil, "gallery: pick FILE")
        case .cancel: ("", "취소", "close the sheet, the camera or the gallery")
        case .next: ("", "다음", "upload the images and go on to the remarks")
        case .text: ("WORDS", nil, "remarks: replace the text; with no WORDS, clear it")
        case .request: ("", "견적 요청", "remarks: send the request")
        case .back: ("", "뒤로", "remarks: go back to the images")
        case .show: ("", nil, "show the screen again")
        case .help: ("", nil, "show this")
        case .quit: ("", nil, "end; so does the end of input")
        }
    }

    /// The label in brackets and a blank, or nothing.
    private var sign: String { row.label.map { "[\($0)] " } ?? "" }

    /// The verb as a screen shows it: `[다음] next`, `shoot FILE`.
    var button: String { "\(sign)\(self)\(row.argument.first?.isLetter == true ? " \(row.argument)" : "")" }

    static let helpText = allCases.map { verb in
        let usage = "\(verb) \(verb.row.argument)".padding(toLength: 14, withPad: " ", startingAt: 0)
        return "  \(usage)  \(verb.sign)\(verb.row.summary)"
    }.joined(separator: "\n")

    /// Returns the verb with whose name or label a line begins, and the text that follows.
    static func read(_ line: String) throws -> (verb: Verb, argument: String) {
        for verb in allCases {
            for name in [verb.rawValue, verb.row.label ?? verb.rawValue] {
                let rest = line.dropFirst(name.count)
                guard line.dropLast(rest.count).lowercased() == name, rest.first?.isWhitespace ?? true else { continue }
                return (verb, try verb.argument(rest))
            }
        }
        throw UsageError("Unknown command “\(line.prefix { !$0.isWhitespace })”. Type “help” to see the commands.")
    }

    private func argument(_ rest: Substring) throws -> String {
        if self == .text { return String(rest.dropFirst()) }  // one blank separates; others are part of the text
        let path = rest.trimmingCharacters(in: .whitespaces)  // a path ends with the line, so blanks need no quotes
        switch row.argument {
        case "" where !path.isEmpty: throw UsageError("“\(self)” takes nothing after it. Type just “\(self)”.")
        case "FILE" where path.isEmpty: throw UsageError("“\(self)” needs a file. Type “\(self) FILE”.")
        default: return path
        }
    }
}
