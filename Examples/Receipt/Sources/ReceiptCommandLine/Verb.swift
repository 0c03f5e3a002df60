/// What can be typed. Each button of the screens has one; its label can be typed as well.
enum Verb: String, CaseIterable {
    case attach, camera, gallery, shoot, pick, cancel, next
    case text, request, back
    case show, help, quit

    enum Argument: String { case none = "", file = " FILE", optionalFile = " [FILE]", words = " WORDS" }

    private var table: (label: String?, argument: Argument, summary: String) {
        switch self {
        case .attach: ("사진 첨부", .none, "open the sheet")
        case .camera: ("사진 촬영하기", .optionalFile, "sheet: open the camera, or take FILE as the photo at once")
        case .gallery: ("사진첩에서 가져오기", .optionalFile, "sheet: open the gallery, or pick FILE at once")
        case .shoot: (nil, .file, "camera: take FILE as the photo; a copy goes to the photo library")
        case .pick: (nil, .file, "gallery: pick FILE")
        case .cancel: ("취소", .none, "close the sheet, the camera or the gallery")
        case .next: ("다음", .none, "upload the images and go on to the remarks")
        case .text: (nil, .words, "remarks: replace the text; with no WORDS, clear it")
        case .request: ("견적 요청", .none, "remarks: send the request")
        case .back: ("뒤로", .none, "remarks: go back to the images")
        case .show: (nil, .none, "show the screen again")
        case .help: (nil, .none, "show this")
        case .quit: (nil, .none, "end; so does the end of input")
        }
    }

    var argument: Argument { table.argument }
    /// The word with a placeholder for what comes after it.
    var usage: String { rawValue + argument.rawValue }

    static var helpText: String {
        let width = allCases.map(\.usage.count).max() ?? 0
        return allCases.map { verb in
            let padding = String(repeating: " ", count: width - verb.usage.count)
            return "  \(verb.usage)\(padding)  \(verb.table.label.map { "[\($0)] " } ?? "")\(verb.table.summary)"
        }.joined(separator: "\n")
    }

    /// The word or the label that a line begins with, and what follows it.
    static func reading(_ line: Substring, home: String?) throws(UsageError) -> (verb: Verb, argument: String) {
        for verb in allCases {
            for name in [verb.rawValue, verb.table.label].compactMap({ $0 }) {
                let rest = line.dropFirst(name.count)
                guard line.dropLast(rest.count).lowercased() == name, rest.first?.isWhitespace ?? true else { continue }
                return (verb, try verb.argument(in: rest, home: home))
            }
        }
        throw UsageError("Unknown command “\(line.prefix { !$0.isWhitespace })”. Type “help” to see the commands.")
    }

    /// A path runs to the end of the line, so blanks in it need no quotes; quotes around it all are taken off.
    private func argument(in rest: Substring, home: String?) throws(UsageError) -> String {
        if argument == .words { return String(rest.dropFirst()) }  // one blank separates; others are part of the text
        var path = rest.drop(while: \.isWhitespace)
        while path.last?.isWhitespace == true { path.removeLast() }
        if argument == .none, !path.isEmpty {
            throw UsageError("“\(rawValue)” takes nothing after it. Type just “\(rawValue)”.")
        }
        var text = String(path)
        if path.count >= 2, let quote = path.first, "\"'".contains(quote), path.last == quote {
            text = String(path.dropFirst().dropLast())
        } else if path.hasPrefix("~/"), let home {
            text = home + path.dropFirst()
        }
        if argument == .file, text.isEmpty {
            throw UsageError("“\(rawValue)” needs a file. Type “\(usage)”, with the path of an image.")
        }
        return text
    }
}
