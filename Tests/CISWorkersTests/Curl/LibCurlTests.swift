#if os(Linux)
import CISWorkers
import Foundation
import TestSupport
import Testing

/// Finding the system's libcurl while the program runs.
@Suite struct `Finding libcurl` {
    @Test(arguments: [
        (CurlRequirement(name: "libcurl-nowhere.so.4"), "libcurl-nowhere.so.4 is missing"),
        (CurlRequirement(name: "libm.so.6"), "libm.so.6 is not libcurl"),
        (CurlRequirement(version: "99.1.0"), "and 99.1.0 or newer is needed"),
    ])
    func `without a libcurl that can be used, a request fails with the remedy, and is not retried`(
        requirement: CurlRequirement, problem: String
    ) async throws {
        let server = try LoopbackServer(.status(200))
        // The clock stands still: a second attempt would never come.
        let client = client(server.url, over: CurlTransport(needing: requirement)) {
            $0.retry = RetryPolicy(attempts: 3)
        }
        let error = await failure { () async throws(HTTPError) in try await client.page() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
        #expect(error?.description.contains("apt-get install libcurl4") == true)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["7.68.0", "7.9", "7"])
    func `a libcurl that is new enough is used`(version: String) async throws {
        let server = try LoopbackServer(.status(200, body: "well"))
        let transport = CurlTransport(needing: CurlRequirement(version: version))
        #expect(try await client(server.url, over: transport).page() == "well")
    }

    @Test func `libcurl is the default`() {
        #expect(HTTPClient.defaultTransport() is CurlTransport)
    }

    @Test func `libcurl is loaded before anything is sent`() {
        #expect(dlopen("libcurl.so.4", RTLD_NOW | RTLD_NOLOAD) != nil)
    }

    /// libcurl knows the names of its options since version 7.73.
    @Test(arguments: CurlOption.allCases)
    func `an option has the number that libcurl gives it`(option: CurlOption) throws {
        typealias Lookup = @convention(c) (Int32) -> UnsafePointer<UnsafePointer<CChar>>?
        let library = try #require(dlopen("libcurl.so.4", RTLD_NOW))
        guard let symbol = dlsym(library, "curl_easy_option_by_id") else { return }
        let found = try #require(unsafeBitCast(symbol, to: Lookup.self)(option.rawValue))
        // The name is the first field of what is returned.
        let name = String(cString: found.pointee).replacing("_", with: "")
        #expect(name == "\(option)".uppercased())
    }
}
#endif
