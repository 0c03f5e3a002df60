import CIS
import CISTesting
import XCTest

/// The tools in XCTest. Failures are reported to XCTest, at the caller's line.
final class XCTestScenarios: XCTestCase {
    private let recorded = LockedValue<[(text: String, file: String, line: Int)]>([])
    private let expectsFailures = LockedValue(false)

    #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
        guard expectsFailures.withLock({ $0 }) else { return super.record(issue) }
        let place = issue.sourceCodeContext.location
        recorded.withLock { $0.append((issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0)) }
    }
    #else
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        guard expectsFailures.withLock({ $0 }) else {
            return super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
        recorded.withLock { $0.append((description, filePath, lineNumber)) }
    }
    #endif

    /// Returns the failures that the body causes, instead of failing the test.
    @MainActor
    private func failuresOfXCTest(_ body: @MainActor () async -> Void) async -> [(
        text: String, file: String, line: Int
    )] {
        expectsFailures.withLock { $0 = true }
        await body()
        expectsFailures.withLock { $0 = false }
        return recorded.withLock { recorded in
            defer { recorded = [] }
            return recorded
        }
    }

    @MainActor
    func testAScenarioThatHoldsPasses() async {
        await given("four pictures", AlbumFixture(), .holding(4), checking: .everything) { test in
            await test.when("one more is picked", .picked("a"))
            test.then {
                $0.domainState.pictures.append("jpg(a)")
                $0.thumbnails.append("jpg(a)")
            }
            test.then(mutations: [.attached("jpg(a)")])
            test.worker.encoding.expectCalls("a")
        }
    }

    @MainActor
    func testAnExpectationFailsAtItsLine() async {
        var line = 0
        let found = await failuresOfXCTest {
            await given(AlbumFixture(), .init()) { test in
                await test.when(.logged("a"))
                line = #line + 1
                test.then(\.message == "b")
            }
        }
        XCTAssertEqual(found.map(\.line), [line])
        XCTAssert(found.first?.text.contains("message differs") == true)
        XCTAssert(found.first?.file.hasSuffix("XCTestScenarios.swift") == true)
    }

    @MainActor
    func testAnUnscriptedCallFailsAtTheWhen() async {
        var line = 0
        let found = await failuresOfXCTest {
            await given(AlbumFixture(), .init()) { test in
                line = #line + 1
                await test.when(.nextTapped)
            }
        }
        XCTAssertEqual(found.map(\.line), [line])
        XCTAssert(found.first?.text.contains("upload(_:tag:) was called, and nothing answers it.") == true)
    }

    @MainActor
    func testAnExplorationFailsAtTheLineOfTheExpectation() async {
        var line = 0
        let found = await failuresOfXCTest {
            await explore(AlbumFixture(style: .racy), .init(), reportsStaleWrites: false) { test in
                await test.when(concurrently: .picked("a"), .picked("b"))
                line = #line + 1
                test.then(\.domainState.pictures.count == 2)
            }
        }
        XCTAssertEqual(found.map(\.line), [line])
        XCTAssert(found.first?.text.contains("CIS_SEED=") == true)
    }
}
