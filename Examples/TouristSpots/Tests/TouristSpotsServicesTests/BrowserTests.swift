import Testing
import TouristSpotsApp

@Suite struct BrowserTests {
    @Test(
        arguments: [
            (nil, []), (" ", []), ("firefox", [["firefox", "http://h:1"]]),
            ("chromium --app=%s:w3m", [["chromium", "--app=http://h:1"], ["w3m", "http://h:1"]]),
        ] as [(String?, [[String]])])
    func `the browsers that the user names come first, with the address in its place`(
        browser: String?, named: [[String]]
    ) {
        let commands = Browser.commands(for: "http://h:1", browser.map { ["BROWSER": $0] } ?? [:])
        #expect(commands.dropLast() == named[...])
        #expect(commands.last?.count == 2 && commands.last?.last == "http://h:1", "the desktop's own")
    }

    @Test func `a browser that is not there is no error`() {
        #expect(!Browser.open("http://h:1", environment: ["BROWSER": "/nowhere/browser:none", "PATH": "/nowhere"]))
    }
}
