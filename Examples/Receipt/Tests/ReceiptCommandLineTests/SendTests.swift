import Foundation
import ReceiptCommandLine
import Testing

/// `receipt send`: executes the actions of the scenes from the first image to the quotation.
@MainActor struct SendTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test func `a request with two images is sent, and its path comes last`() async throws {
        let (code, console) = await workplace.send(
            "--attach", Workplace.jpeg, "--attach", Workplace.png, "--requests", "빠른 견적 부탁드립니다"
        )
        #expect(code == .success)
        let names = try #require(try workplace.stored()["quotations/\(quotationID(console)).json"])
        let keys = ["1700000000.5_uuid-1.jpg", "1700000000.5_uuid-2.jpg"]
        let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
        let text = #"{"id":"\#(quotationID(console))","uploadUrlObjectKeys":[\#(list)],"requests":"빠른 견적 부탁드립니다"}"#
        #expect(String(decoding: names, as: UTF8.self) == text + "\n")
        #expect(console.output.count == 2)
        #expect(console.output.first == "[toast] 견적 요청을 성공하였습니다 :)")
        #expect(console.output.last == "\(workplace.store)/quotations/\(quotationID(console)).json")
        #expect(console.errors.isEmpty)

        let original = try [Workplace.jpeg, Workplace.png].map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(try keys.map { try workplace.stored()["objects/\($0)"] } == original)
    }

    private func quotationID(_ console: ConsoleStub) -> String {
        URL(filePath: console.output.last ?? "").deletingPathExtension().lastPathComponent
    }

    @Test func `AR-02 a request without a text is sent`() async throws {
        let (code, console) = await workplace.send("--attach", Workplace.png)
        #expect(code == .success)
        let quotation = try #require(try workplace.stored()["quotations/\(quotationID(console)).json"])
        #expect(String(decoding: quotation, as: UTF8.self).hasSuffix(#""requests":""}"# + "\n"))
    }

    @Test(arguments: ["with blanks.jpg", "명세표 3월.jpg", "-dash.jpg"])
    func `any file name will do`(name: String) async throws {
        let (code, _) = await workplace.send("--attach=\(try workplace.copy(Workplace.jpeg, as: name))")
        #expect(code == .success)
    }

    @Test func `UR-18 without an image there is the toast and nothing is sent`() async throws {
        let (code, console) = await workplace.send("--requests", "text")
        #expect(code == .failure)
        #expect(console.toasts == ["견적 요청을 하기 위해서\n필수로 이미지를 첨부하여야 합니다"])
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `UR-15 a sixth image shows the toast, is named, and nothing is sent`() async throws {
        let sixth = try workplace.copy(Workplace.png, as: "sixth.png")
        let five = Array(repeating: ["--attach", Workplace.jpeg], count: 5).flatMap { $0 }
        let console = ConsoleStub()
        let code = await workplace.run(["send"] + five + ["--attach", sixth], console)
        #expect(code == .failure)
        #expect(console.toasts == ["최대 5장까지 첨부할 수 있습니다"])
        #expect(console.errors.last?.contains("1 of 6 images could not be attached: “\(sixth)”") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: ["", "plain text"])
    func `UR-16 an empty file or text renamed to .jpg shows the toast and is named`(content: String) async throws {
        let path = try workplace.write(content, as: "notes.jpg")
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--attach", path)
        #expect(code == .failure)
        #expect(console.toasts == ["사진 처리 과정에서 오류가 발생하였습니다"])
        #expect(console.errors.last?.contains("“\(path)”") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `a missing file and a folder are named, each with its remedy, and nothing is sent`() async throws {
        let missing = workplace("missing.jpg")
        let (code, console) = await workplace.send(
            "--attach", missing, "--attach", workplace.path, "--attach", Workplace.jpeg
        )
        #expect(code == .failure)
        #expect(console.errors.count == 3)
        #expect(console.errors.first?.contains("“\(missing)” does not exist. Check the path") == true)
        #expect(console.errors.dropFirst().first?.contains("“\(workplace.path)” is a folder. Give one") == true)
        #expect(console.errors.last?.contains("2 of 3 images could not be attached") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: ["--attach", "--shoot"])
    func `a pipe is refused at once instead of waited for, and a file that may not be read is named`(option: String)
        async throws
    {
        let pipe = Pipe()
        let standardInput = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(mkfifo(workplace("pipe"), 0o600) == 0)
        let pipes = [workplace("pipe"), standardInput]
        let (code, console) = await workplace.send(option, pipes[0], option, pipes[1], option, "/proc/self/mem")
        #expect(code == .failure)
        #expect(console.errors.prefix(2) == pipes.map { "error: “\($0)” is a pipe. Give one JPEG or PNG file." }[...])
        #expect(console.errors.last?.contains("3 of 3 images could not be attached: “\(pipes[0])”") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `an image that goes away before it is sent is sent as it was picked`() async throws {
        let photo = try workplace.copy(Workplace.jpeg, as: "photo.jpg")
        let console = ConsoleStub()
        var lines = ["attach", "camera \(photo)", "next", "request"].makeIterator()
        console.terminal.input = {
            let line = lines.next()
            if line == "next" { try? FileManager.default.removeItem(atPath: photo) }
            return line
        }
        #expect(await workplace.run([], console) == .success)
        let sent = try workplace.stored().first { $0.key.hasPrefix("objects/") }?.value
        #expect(try sent == Data(contentsOf: URL(filePath: Workplace.jpeg)))
    }

    @Test func `a device and a link that leads to itself are named as what they are`() async throws {
        let loop = workplace("loop.jpg")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let (code, console) = await workplace.send("--attach", "/dev/null", "--attach", loop)
        #expect(code == .failure)
        #expect(console.errors.first == "error: “/dev/null” is a device. Give one JPEG or PNG file.")
        let expected = "error: “\(loop)” is a link that leads to no file. Give one JPEG or PNG file."
        #expect(console.errors.dropFirst().first == expected)
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: [("--attach", 1), ("--shoot", 2)])
    func `UR-16 a file in another format is refused with the reason and the remedy, and nothing is sent`(
        option: String, toasts: Int
    ) async throws {
        let path = try workplace.write("GIF89a\u{1}\0\u{1}\0", as: "cat.jpg")
        let (code, console) = await workplace.send(option, path)
        #expect(code == .failure)
        #expect(console.toasts.last == "GIF 파일은 첨부할 수 없습니다\nJPEG 또는 PNG로 변환하여 다시 첨부해 주세요")
        #expect(console.toasts.count == toasts)
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: ["receipt-1.jpg", "receipt-2.png"])
    func `UR-16 half an image shows the toast, and nothing is sent`(sample: String) async throws {
        let bytes = try Data(contentsOf: URL(filePath: Workplace.sample(sample)))
        let path = workplace("half.jpg")
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        let (code, console) = await workplace.send("--attach", path)
        #expect(code == .failure)
        #expect(console.toasts == ["사진 처리 과정에서 오류가 발생하였습니다"])
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `a link is followed, and keeps its own name`() async throws {
        let link = workplace("link.jpg")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Workplace.jpeg)
        let console = ConsoleStub(["attach", "gallery \(link)"], isTerminal: true)
        #expect(await workplace.run([], console) == .success)
        #expect(console.transcript.contains("  1. link.jpg  9,039 bytes"))
    }

    @Test(arguments: ["limited", "denied"])
    func `UR-24 without full access to the gallery there is the toast and nothing is sent`(answer: String) async throws
    {
        let (code, console) = await workplace.send("--attach", Workplace.jpeg, "--gallery", answer)
        #expect(code == .failure)
        #expect(console.toasts == ["명세표를 업로드하기 위해서\n 모든 사진 접근 권한이 필요합니다"])
        #expect(try workplace.stored().isEmpty)
    }

    @Test(arguments: ["--camera", "--gallery"])
    func `UR-23 the camera needs both permissions`(denied: String) async throws {
        let (code, console) = await workplace.send("--shoot", Workplace.jpeg, denied, "denied")
        #expect(code == .failure)
        #expect(console.toasts == ["명세표를 업로드하기 위해서\n카메라 및 모든 사진 접근 권한이 필요합니다"])
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `UR-05 and UR-21: a photo is kept in the library and sent`() async throws {
        let (code, _) = await workplace.send("--shoot", Workplace.png)
        #expect(code == .success)
        let bytes = try Data(contentsOf: URL(filePath: Workplace.png))
        let files = try workplace.stored()
        #expect(files.keys.filter { $0.hasPrefix("photos/") && $0.hasSuffix(".png") }.count == 1)
        #expect(files.filter { !$0.key.hasPrefix("quotations") }.values.allSatisfy { $0 == bytes })
    }

    @Test func `UR-21 a photo that cannot be kept shows the error and is sent all the same`() async throws {
        workplace.files = FullDisk(folder: "photos")
        let (code, console) = await workplace.send("--shoot", Workplace.png)
        #expect(code == .success)
        #expect(console.toasts.count == 2)
        #expect(console.toasts.first?.contains("No space left on device") == true)
    }

    @Test func `UR-19 if the disk is full, a toast names the file, and nothing is sent`() async throws {
        workplace.files = FullDisk(folder: "objects")
        let (code, console) = await workplace.send("--attach", Workplace.jpeg)
        #expect(code == .failure)
        #expect(console.toasts.count == 1)
        let path = "\(workplace.store)/objects/1700000000.5_uuid-1.jpg"
        #expect(console.toasts.first?.hasPrefix("\(path) could not be written, the disk is full: ") == true)
        #expect(console.toasts.first?.contains("No space left on device. Free some space") == true)
        #expect(try workplace.stored().isEmpty)
    }

    @Test func `UR-19 a store that is a file is named in an error, and stays unchanged`() async throws {
        let path = try workplace.write("mine", as: "store")
        let (code, console) = await workplace.send("--attach", Workplace.jpeg)
        #expect(code == .failure)
        #expect(
            console.toasts.first?.hasPrefix("\(path)/objects could not be written: Not a directory. Try again") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func `AR-04 a quotation that cannot be written is an error, and nothing counts as sent`() async throws {
        workplace.files = FullDisk(folder: "quotations")
        let (code, console) = await workplace.send("--attach", Workplace.jpeg)
        #expect(code == .failure)
        #expect(console.output.isEmpty)
        #expect(console.errors.last?.contains("No space left on device") == true)
        #expect(try workplace.stored().keys.allSatisfy { $0.hasPrefix("objects/") })
    }

    @Test func `a wrong option ends with code 64 and says so on standard error`() async {
        let (code, console) = await workplace.send("--atach", Workplace.jpeg)
        #expect(code.rawValue == 64)
        #expect(console.errors == ["error: Unknown argument “--atach”. Run “receipt --help” to see what there is."])
        #expect(console.output.isEmpty)
    }

    @Test func `help lists every option and every exit code`() async {
        let (code, console) = await workplace.send("--help")
        #expect(code == .success)
        for word in [
            "--attach", "--shoot", "--requests", "--store", "--camera", "--gallery", "--record", "--trace", "--help",
            "64",
        ] {
            #expect(console.output.first?.contains(word) == true)
        }
    }
}
