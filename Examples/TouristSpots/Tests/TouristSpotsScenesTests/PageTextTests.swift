import Foundation
import Testing
import TouristSpotsScenes

@Suite struct PageTextTests {
    @Test func `TS-01 the page, which has files of its own, has the same words as the other front ends`() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Sources/PageFrontEnd/Page").standardized
        let page = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
        for words in [
            Wording.title, Wording.close, Wording.emptyPage, Wording.retry, Wording.refresh, Wording.progress,
        ] {
            #expect(page.contains(">\(words)<"), "\(words)")
        }
    }
}
