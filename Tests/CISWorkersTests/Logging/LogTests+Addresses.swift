import CISWorkers
import Foundation
import Testing

/// Addresses in a text.
@Suite struct `Addresses in a log` {
    @Test(arguments: [
        "https://host/path", "https://user@host/path", "https://user:p@host/path", "https://user:p@ss@host/path",
    ])
    func `of a user and a password nothing is shown, whatever they contain`(address: String) {
        let message: LogMessage = "see \(address) for more"
        #expect(message.description == "see https://host/path for more")
    }

    private struct Action {
        let url: URL
    }

    @Test(arguments: [
        "https://host/path?a=s3cret's3cret", "app:/sign-in?code=s3cret&state=s3cret", "app:/done#token=s3cret",
        "search?key=s3cret#s3cret", "mailto:a@b?body=s3cret", "app:/sign-in?again&code=s3cret", "search?a[b]=s3cret",
        "app:/#/done&token=s3cret", "https://host/https://user:s3cret@host/",
        "https://host/a,https://s3cret@host?b=s3cret",
    ])
    func `the values in a URL are not shown where it is a part of another value`(address: String) throws {
        let url = try #require(URL(string: address))
        let messages: [LogMessage] = [
            "\([url])", "\(["key": url])", "\([url, url] as [URL?])", "\(Action(url: url)) and more", "'\(address)'",
        ]
        for message in messages { #expect(!message.description.contains("s3cret"), "\(message)") }
    }

    @Test func `of a URL in JSON is shown what is shown of a URL`() throws {
        let url = try #require(URL(string: "https://s3cret:s3cret@host/path?a=s3cret&s3cret#s3cret"))
        let json = String(decoding: try JSONEncoder().encode(["url": url]), as: UTF8.self)
        let message: LogMessage = "\(json)"
        #expect(!message.description.contains("s3cret"), "\(message)")
        #expect(message.description.contains("host") && message.description.hasSuffix("\"}"), "\(message)")
    }

    @Test(arguments: ["is it #1 = 2?", "a?b: c", "what? x=1", "#", "?", "?=", "100 %?"])
    func `a text that is no address stays as it is`(text: String) {
        let message: LogMessage = "\(text)"
        #expect(message.description == text)
    }
}
