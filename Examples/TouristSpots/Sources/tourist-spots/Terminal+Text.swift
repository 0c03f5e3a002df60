import CIS
import Foundation
import TouristSpotsScenes

extension Terminal {
    /// What a server has sent must not move the cursor: without control characters.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }

    /// As much as fits into a line. Korean letters take two columns, colours none.
    func clip(_ line: String, to columns: Int) -> String {
        var width = 0
        var isColour = false
        for index in line.indices {
            let character = line[index]
            if isColour || character == "\u{1B}" {
                isColour = character != "m"
                continue
            }
            width += character.unicodeScalars.first.map(Self.isWide) == true ? 2 : 1
            if width > columns { return String(line[..<index]) }
        }
        return line
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

/// In a pipe: the list once, as plain text.
@MainActor func list(_ scene: SceneRuntime<TouristSpots>) async -> Int32 {
    signal(SIGPIPE, SIG_IGN)  // the reader may have read enough
    await scene.run(.appeared)
    if let failure = scene.state.failure {
        FileHandle.standardError.write(Data("tourist-spots: \(Terminal.plain(failure))\n".utf8))
        return 1
    }
    for row in scene.state.rows {
        print(Terminal.plain(row.course), Terminal.plain(row.spot), separator: "\n")
        print(Terminal.plain(row.details), Terminal.plain(row.forecast), separator: "\n", terminator: "\n\n")
    }
    return 0
}
