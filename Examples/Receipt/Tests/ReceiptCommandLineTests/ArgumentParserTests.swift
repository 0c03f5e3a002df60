import ReceiptCommandLine
import ReceiptScenes
import ReceiptServices
import Testing

/// What the arguments mean, and what is said about wrong ones.
struct ArgumentParserTests {
    @Test func `without arguments there is a session with the default store`() throws {
        #expect(try ArgumentParser.parse([]) == .session(ReceiptOptions()))
        #expect(ReceiptOptions().store == "./receipt-store")
    }

    @Test func `send takes images in order, a text and the common options`() throws {
        let command = try ArgumentParser.parse([
            "send", "--attach", "a b.jpg", "--shoot", "명세표.png", "--attach=c.jpg", "--requests", "빠른 견적",
            "--store", "there", "--camera", "limited", "--gallery=denied", "--trace",
        ])
        var options = ReceiptOptions()
        options.store = "there"
        options.permissions = Permissions(camera: .limited, gallery: .denied)
        options.trace = true
        var request = SendRequest()
        request.images = [.gallery("a b.jpg"), .camera("명세표.png"), .gallery("c.jpg")]
        request.requests = "빠른 견적"
        #expect(command == .send(options, request))
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["send", "--help"], ["--store", "x", "--help"]])
    func `help is there for whoever asks`(arguments: [String]) throws {
        #expect(try ArgumentParser.parse(arguments) == .help)
    }

    @Test func `the text may be empty or begin with dashes`() throws {
        var request = SendRequest()
        #expect(try ArgumentParser.parse(["send", "--requests", ""]) == .send(ReceiptOptions(), request))
        request.requests = "--urgent"
        #expect(try ArgumentParser.parse(["send", "--requests=--urgent"]) == .send(ReceiptOptions(), request))
    }

    @Test(arguments: [
        (["--bogus"], "Unknown option “--bogus”. Run “receipt --help” to see what there is."),
        (["sned"], "Unknown argument “sned”. Run “receipt --help” to see what there is."),
        (["send", "a.jpg"], "Unknown argument “a.jpg”. Run “receipt --help” to see what there is."),
        (["--attach", "a.jpg"], "“--attach” is an option of “send”. Run “receipt send --attach …”."),
        (["send", "--attach"], "“--attach” has no value. Give an image file after it."),
        (["send", "--attach", ""], "The value of “--attach” is empty. Give an image file after it."),
        (
            ["send", "--attach", "--requests", "x"],
            "“--attach” has no value. Give an image file after it. "
                + "A value that begins with -- goes after “--attach=”."
        ),
        (["--store="], "The value of “--store” is empty. Give the folder of the store after it."),
        (["--trace=yes"], "“--trace” takes no value. Give just “--trace”."),
        (["send", "--trace", "--trace"], "“--trace” is given twice. Give it once."),
        (["--store", "a", "--store", "b"], "“--store” is given twice. Give it once."),
        (
            ["--gallery", "maybe"],
            "“maybe” is no permission for “--gallery”. Give one of: granted, limited, denied."
        ),
    ])
    func `a wrong argument is named with the remedy`(arguments: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(arguments) }
        #expect(error?.description == text)
    }
}
