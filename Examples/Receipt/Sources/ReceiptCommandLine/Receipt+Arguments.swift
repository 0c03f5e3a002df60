import Foundation
import ReceiptScenes
import TerminalKit

extension Receipt {
    func read(_ arguments: [String]) throws {
        var rest = try arguments.map { try $0.checked() }[...]
        while mode != .help, let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let option = argument.hasPrefix("--") ? parts[0] : argument

            func value(_ what: String) throws -> String {
                // Without `=`, a word that looks like an option is the next option, not the value.
                let isNext = rest.first?.hasPrefix("--") == false
                let value = parts.count == 2 ? parts[1] : isNext ? rest.removeFirst() : nil
                if let value, !value.isEmpty || option == "--requests" { return value }
                throw UsageError("“\(option)” has no value. Give \(what) after it, or after “\(option)=”.")
            }
            func permission() throws -> PermissionStatus {
                let word = try value("granted, limited or denied")
                if let status = PermissionStatus(rawValue: word) { return status }
                throw UsageError("“\(word)” is no permission for “\(option)”. Give one of: granted, limited, denied.")
            }

            switch (option, mode) {
            case ("--help", _), ("-h", _), ("help", .session): mode = .help
            case ("send", .session): mode = .send
            case ("--store", _): store = try value("the folder of the store")
            case ("--server", _): server = try Self.server(value("the address of the server"))
            case ("--camera", _): options.camera = try permission()
            case ("--gallery", _): options.gallery = try permission()
            case ("--record", _): recording = URL(filePath: try value("the file for the recording"))
            case ("--trace", _) where parts.count == 1: isTraced = true
            case ("--attach", .send): images.append((.gallery, try value("an image file")))
            case ("--shoot", .send): images.append((.camera, try value("an image file")))
            case ("--requests", .send): requests = try value("the text")
            case ("--attach", .session), ("--shoot", .session), ("--requests", .session):
                throw UsageError("“\(option)” is an option of “receipt send”. Give “send” before it.")
            default: throw UsageError("Unknown argument “\(argument)”. Run “receipt --help” to see what there is.")
            }
        }
    }

    private static func server(_ address: String) throws -> URL {
        let url = URL(string: address)
        if let url, ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil { return url }
        throw UsageError("“\(address)” is no address of a server. Give an address such as http://localhost:8080.")
    }

    static let help = """
        Request a quotation for the goods on a receipt.

        receipt                         show the screen and follow commands; type “help” for them
        receipt < script                follow the commands of a script, one a line; blank lines and # comments are skipped
        receipt send --attach FILE …    send one request and end

        Options of send:
          --attach FILE      attach FILE from the gallery; up to \(UploadReceipt.imageLimit) images, JPEG or PNG, recognised by content
          --shoot FILE       take FILE as a photo with the camera; a copy goes to STORE/photos
          --requests TEXT    the remark for the request; none if left out

        Options of all:
          --store DIR        the folder that stands for the server (default ./receipt-store)
          --server URL       send to the server at URL instead; the store keeps photos only
          --camera ANSWER    the camera permission: granted, limited or denied (default granted)
          --gallery ANSWER   the photo library permission: granted, limited or denied (default granted)
          --record FILE      write what happens in the scenes to FILE, for cis-inspect
          --trace            print to standard error what happens in the scenes, each step below its cause
          --help             print this

        Exit code: 0 the request was sent, or a session on a terminal was ended; 1 it was not sent, or the recording
        could not be written; 64 wrong usage; 74 it was sent, but standard output could not be written.
        """
}
