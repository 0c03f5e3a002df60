import MoviesGTK
import Testing

/// The room of texts whose letters are as large as the desktop says. A digit has 9 pixels, with letters of 200 % 19.
@Suite struct LargeLettersTests {
    @Test(arguments: [
        (360, 9, 1), (1280, 9, 1), (320, 9, 2), (360, 19, 2), (560, 19, 2), (768, 19, 1), (1280, 19, 1), (1280, 28, 2),
    ])
    func `MV-28 title and date have two lines where they would be cut off`(width: Int32, digit: Int32, lines: UInt32) {
        #expect(linesOfFilm(in: width, digit: digit) == lines)
    }

    @Test(arguments: [(552, 9, true), (551, 9, false), (600, 19, false), (768, 19, true), (1280, 28, false)])
    func `MV-36 texts are beside the poster only if their words have room`(width: Int32, digit: Int32, hasRoom: Bool) {
        #expect(hasRoomBesidePoster(in: width, digit: digit) == hasRoom)
    }
}
