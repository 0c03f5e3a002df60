import Foundation
import ReceiptCommandLine
import Testing

/// `receipt < script`: each line is a command, and the exit code shows whether a request was sent.
@MainActor struct ScriptTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test func `a script sends a request`() async throws {
        let (code, console) = await workplace.follow(
            "# attach two images", "", "attach", "gallery \(Workplace.jpeg)", "attach", "camera",
            "shoot \(Workplace.png)", "next", "text 빠른 견적 부탁드립니다", "request"
        )
        #expect(code == .success)
        #expect(console.toasts == ["견적 요청을 성공하였습니다 :)"])
        #expect(console.errors.isEmpty)
        let path = try #require(console.output.last)
        #expect(path.hasPrefix("[sent] \(workplace.store)/quotations/"))
        #expect(try workplace.stored().keys.filter { $0.hasPrefix("objects/") }.count == 2)
        #expect(try workplace.stored().keys.filter { $0.hasPrefix("photos/") }.count == 1)
    }

    @Test func `the labels of the buttons are commands too, and case does not matter`() async {
        let (code, _) = await workplace.follow(
            "사진 첨부", "사진첩에서 가져오기 \(Workplace.jpeg)", "ATTACH", "취소", "Attach", "사진 촬영하기", "취소",
            "다음", "뒤로", "다음", "견적 요청"
        )
        #expect(code == .success)
    }

    @Test func `AR-01 the text is taken as it is, inner and leading blanks included`() async throws {
        let (code, console) = await workplace.follow(
            "attach", "gallery \(Workplace.jpeg)", "next", "text   two  blanks", "request"
        )
        #expect(code == .success)
        let path = try #require(console.output.last?.dropFirst("[sent] ".count))
        let quotation = try String(contentsOfFile: String(path), encoding: .utf8)
        #expect(quotation.contains(#""requests":"  two  blanks""#))
    }

    @Test(arguments: ["%", "   %   "])
    func `paths need no quotes`(form: String) async throws {
        let path = try workplace.copy(Workplace.jpeg, as: "with blanks 명세표.jpg")
        let argument = form.replacingOccurrences(of: "%", with: path)
        let (code, _) = await workplace.follow("attach", "gallery \(argument)", "next", "request")
        #expect(code == .success)
    }

    @Test func `a byte order mark does no harm`() async {
        let (code, _) = await workplace.follow("\u{FEFF}attach", "gallery \(Workplace.jpeg)", "next", "request")
        #expect(code == .success)
    }

    @Test func `a line that is no UTF-8 ends the script, before it is sent changed`() async throws {
        let (code, console) = await workplace.follow(
            "attach", "gallery \(Workplace.jpeg)", "next", "text caf\u{FFFD}", "request")
        #expect(code == .usage)
        #expect(console.errors == ["error: line 4: “text caf\u{FFFD}” is no UTF-8 text. Give it in UTF-8."])
        #expect(try workplace.stored().keys.allSatisfy { !$0.hasPrefix("quotations/") })
    }

    @Test func `a script that ends before the request was sent fails and says what is missing`() async throws {
        let (code, console) = await workplace.follow("attach", "gallery \(Workplace.jpeg)", "next")
        #expect(code == .failure)
        #expect(console.errors.last?.hasPrefix("error: Not sent.") == true)
        #expect(try workplace.stored().keys.allSatisfy { $0.hasPrefix("objects/") })
    }

    @Test func `AR-04 a script whose request has failed says why, and not that it has ended first`() async {
        workplace.files = FullDisk(folder: "quotations")
        let (code, console) = await workplace.follow("attach", "gallery \(Workplace.jpeg)", "next", "request")
        #expect(code == .failure)
        #expect(console.errors.count == 1)
        #expect(console.errors.first?.hasPrefix("error: Not sent. \(workplace.store)/quotations/") == true)
    }

    @Test func `an empty script fails`() async throws {
        let (code, _) = await workplace.follow()
        #expect(code == .failure)
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `an unknown command is named with its line and the remedy, and ends the script`() async throws {
        let (code, console) = await workplace.follow("# first", "attach", "galery \(Workplace.jpeg)", "next")
        #expect(code.rawValue == 64)
        #expect(console.errors == ["error: line 3: Unknown command “galery”. Type “help” to see the commands."])
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: [
        ("request", "“request” is not on the screen now. There are: attach, next, show, help, quit."),
        ("next now", "“next” takes nothing after it. Type just “next”."),
        ("pick", "“pick” needs a file. Type “pick FILE”."),
    ])
    func `a command that cannot be followed is named with the remedy`(line: String, text: String) async {
        let (code, console) = await workplace.follow(line)
        #expect(code == .usage)
        #expect(console.errors == ["error: line 1: \(text)"])
    }

    @Test func `a file that cannot be read ends the script, before half a request is sent`() async throws {
        let (code, console) = await workplace.follow("attach", "gallery /missing.jpg", "next", "request")
        #expect(code == .failure)
        #expect(console.errors.first?.hasPrefix("error: line 2: “/missing.jpg” does not exist.") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `toasts do not end a script: after a sixth image the five are sent`() async throws {
        let console = ConsoleStub(
            Array(repeating: ["attach", "gallery \(Workplace.jpeg)"], count: 6).flatMap { $0 } + ["next", "request"]
        )
        #expect(await workplace.run([], console) == .success)
        #expect(console.toasts == ["최대 5장까지 첨부할 수 있습니다", "견적 요청을 성공하였습니다 :)"])
        #expect(try workplace.stored().keys.filter { $0.hasPrefix("objects/") }.count == 5)
    }

    @Test func `two requests in one script are two quotations`() async throws {
        let once = ["attach", "gallery \(Workplace.jpeg)", "next", "request"]
        let console = ConsoleStub(once + once + ["quit", "never read"])
        #expect(await workplace.run([], console) == .success)
        #expect(console.output.filter { $0.hasPrefix("[sent] ") }.count == 2)
    }

    @Test func `permissions are options here too`() async {
        let (code, console) = await workplace.follow("attach", "camera", arguments: ["--camera", "denied"])
        #expect(code == .failure)
        #expect(console.toasts == ["명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"])
    }
}
