import CISWorkers
import Testing

/// Addresses in a text.
@Suite struct LogAddressTests {
    @Test(arguments: [
        "https://host/path", "https://user@host/path", "https://user:p@host/path", "https://user:p@ss@host/path",
    ])
    func `of a user and a password nothing is shown, whatever they contain`(address: String) {
        let message: LogMessage = "see \(address) for more"
        #expect(message.description == "see https://host/path for more")
    }
}
