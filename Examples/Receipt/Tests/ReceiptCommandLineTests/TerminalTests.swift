import Foundation
import ReceiptCommandLine
import Testing

/// `receipt` on a terminal: it shows the screen after every change, and only the user ends it.
@MainActor struct TerminalTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    private func type(_ lines: String..., arguments: [String] = []) async -> ConsoleStub {
        let console = ConsoleStub(lines, isTerminal: true)
        #expect(await workplace.run(arguments, console) == .success)
        return console
    }

    private static let empty = """

        ━━━ 견적요청 - 명세표 업로드 ━━━
          (no images)
          [사진 첨부] attach   [다음] next

        """

    @Test func `it begins with the screen and how to get help`() async {
        let console = await type()
        #expect(console.transcript == "Type “help” for the commands, “quit” to end.\n\(Self.empty)> \n")
    }

    @Test func `UR-01 to UR-07: sheet, gallery and camera are drawn under the screen`() async {
        let console = await type(
            "attach", "gallery", "pick \(Workplace.jpeg)", "attach", "camera", "shoot \(Workplace.png)"
        )
        #expect(
            console.transcript.hasSuffix(
                """
                  ┌─ Camera: 명세표 촬영
                  │ shoot FILE
                  └ [취소] cancel
                > shoot \(Workplace.png)

                ━━━ 견적요청 - 명세표 업로드 ━━━
                  1. receipt-1.jpg  9,039 bytes  240×240 JPEG
                  2. receipt-2.png  2,661 bytes  260×220 PNG
                  [사진 첨부] attach   [다음] next
                >\u{20}

                """))
        #expect(
            console.transcript.contains(
                """
                  ┌─ 사진 추가하기
                  │ [사진 촬영하기] camera
                  │ [사진첩에서 가져오기] gallery
                  └ [취소] cancel
                """))
        #expect(console.transcript.contains("  ┌─ Gallery: 명세표 첨부\n  │ pick FILE\n  └ [취소] cancel\n"))
    }

    @Test func `AR-01 to AR-05: the child covers the screen until the request is sent`() async {
        let console = await type(
            "attach", "gallery \(Workplace.jpeg)", "next", "text 빠른 견적 부탁드립니다", "request"
        )
        #expect(
            console.transcript.contains(
                """
                ━━━ 견적 요청 - 요청 사항 ━━━
                  │ (요청 사항 입력)
                  [견적 요청] request   [뒤로] back   text WORDS
                > text 빠른 견적 부탁드립니다

                ━━━ 견적 요청 - 요청 사항 ━━━
                  │ 빠른 견적 부탁드립니다
                  [견적 요청] request   [뒤로] back   text WORDS
                > request
                [toast] 견적 요청을 성공하였습니다 :)
                \(Self.empty)[sent] \(workplace.store)/quotations/
                """))
    }

    @Test func `AR-04 the message of a failure is on the screen, and so is the text`() async {
        workplace.files = FullDisk(folder: "quotations")
        let console = await type("attach", "gallery \(Workplace.jpeg)", "next", "text hello", "request", "show")
        let screen = """
            ━━━ 견적 요청 - 요청 사항 ━━━
              │ hello
              [견적 요청] request   [뒤로] back   text WORDS
              \(workplace.store)/quotations/
            """
        #expect(console.transcript.components(separatedBy: screen).count == 3)
    }

    @Test func `AR-04 the same failure twice in a row is shown twice`() async {
        workplace.files = FullDisk(folder: "quotations")
        workplace.id = "same"
        let console = await type("attach", "gallery \(Workplace.jpeg)", "next", "request", "request")
        // Before the requests, and after each.
        #expect(console.transcript.components(separatedBy: "━━━ 견적 요청 - 요청 사항 ━━━").count == 4)
    }

    @Test func `AR-06 back shows the images again, all of them`() async {
        let console = await type("attach", "gallery \(Workplace.jpeg)", "next", "back")
        #expect(
            console.transcript.hasSuffix(
                """
                ━━━ 견적요청 - 명세표 업로드 ━━━
                  1. receipt-1.jpg  9,039 bytes  240×240 JPEG
                  [사진 첨부] attach   [다음] next
                >\u{20}

                """))
    }

    @Test func `D1 cancel closes the sheet, the gallery and the camera`() async {
        let console = await type("attach", "cancel", "attach", "gallery", "cancel", "attach", "camera", "cancel")
        #expect(console.errors.isEmpty)
        #expect(console.transcript.hasSuffix("\(Self.empty)> \n"))
    }

    @Test func `UR-19 when the store refuses, the images stay and next can be tried again`() async throws {
        _ = try workplace.write("a file", as: "store")
        let console = await type("attach", "gallery \(Workplace.jpeg)", "next", "next", "show")
        #expect(console.toasts.count == 2)
        #expect(
            console.transcript.hasSuffix(
                """
                  1. receipt-1.jpg  9,039 bytes  240×240 JPEG
                  [사진 첨부] attach   [다음] next
                >\u{20}

                """))
    }

    @Test func `an error is shown and the session goes on, with the gallery still open`() async {
        let console = await type(
            "bogus", "attach", "gallery", "pick /missing.jpg", "pick \(Workplace.jpeg)", "quit", "never read"
        )
        #expect(console.errors.count == 2)
        #expect(console.errors.first == "error: Unknown command “bogus”. Type “help” to see the commands.")
        #expect(console.transcript.contains("  1. receipt-1.jpg"))
    }

    @Test func `help lists every command`() async {
        let console = await type("help")
        for verb in [
            "attach", "camera", "gallery", "shoot", "pick", "cancel", "next", "text", "request", "back", "show", "help",
            "quit",
        ] {
            #expect(console.transcript.contains("\n  \(verb)"), "\(verb)")
        }
    }

    @Test func `a file name cannot send commands to the terminal`() async throws {
        let path = try workplace.copy(Workplace.jpeg, as: "a\u{1B}[2J\nb\r\nc\u{2028}d.jpg")
        let console = await type("attach", "gallery \(path)")
        #expect(!console.output.joined().contains("\u{1B}"))
        #expect(console.transcript.contains("\n  1. a\u{FFFD}[2J\u{FFFD}b\u{FFFD}c\u{FFFD}d.jpg  "))
    }
}
