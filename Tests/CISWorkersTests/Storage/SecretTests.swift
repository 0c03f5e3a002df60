import CISWorkers
import Foundation
import Testing

@Suite struct `Secrets` {
    private struct Account: Codable, Equatable {
        var name = "ada"
        @Secret var password = ""
        @Secret var codes: [String] = []
        @Secret var key: Data?
        @Secret var answers: [String: String] = [:]
    }

    private let account = Account(
        password: "canary", codes: ["canary"], key: Data("canary".utf8), answers: ["canary": "canary"])

    @Test func `are used like the value`() {
        var account = account
        account.password += "!"
        #expect(account.password == "canary!")
        #expect(account != self.account)
        #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
    }

    @Test func `are not encoded`() throws {
        let json = String(decoding: try JSONEncoder().encode(account), as: UTF8.self)
        #expect(!json.contains("canary"))
        #expect(json.contains(#""password":null"#))
        let list = try PropertyListEncoder().encode(account)
        #expect(list.range(of: Data("canary".utf8)) == nil)
    }

    @Test(arguments: [
        #"{"name":"ada"}"#, #"{"name":"ada","password":null}"#, #"{"name":"ada","password":"was no secret then"}"#,
        #"{"name":"ada","codes":7,"password":{"a":1}}"#,
    ])
    func `are empty when decoded, whatever the JSON contains`(_ json: String) throws {
        let decoded = try JSONDecoder().decode(Account.self, from: Data(json.utf8))
        #expect(decoded == Account())
        #expect(decoded.password == "")
    }

    @Test func `alone, in lists and at the top are not encoded either`() throws {
        let json = String(decoding: try JSONEncoder().encode([Secret("canary")]), as: UTF8.self)
        #expect(json == "[null]")
        #expect(try JSONDecoder().decode([Secret<String>].self, from: Data(json.utf8)) == [Secret("")])
    }

    @Test func `are not in descriptions and dumps`() {
        var dumped = ""
        dump(account, to: &dumped)
        let texts = ["\(account)", String(reflecting: account), dumped, "\(Secret("canary"))", "\([Secret("canary")])"]
        for text in texts { #expect(!text.contains("canary")) }
        #expect("\(Secret("canary"))" == "<secret>")
    }
}
