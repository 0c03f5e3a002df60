package import ReceiptServices

/// What the arguments of `receipt` ask for.
package enum ReceiptCommand: Sendable, Equatable {
    /// Print how to use it.
    case help
    /// Follow commands, from a terminal or from a script.
    case session(ReceiptOptions)
    /// Send one request and end.
    case send(ReceiptOptions, SendRequest)
}

/// What applies to every way of running `receipt`.
package struct ReceiptOptions: Sendable, Equatable {
    /// The folder that stands for the server and the photo library.
    package var store = "./receipt-store"
    /// The address of a server that takes the images and the request, instead of the folder.
    package var server: String?
    /// What the camera and the photo library answer.
    package var permissions = Permissions()
    /// Whether the causal steps are printed.
    package var trace = false

    package init() {}
}

/// The request of `receipt send`.
package struct SendRequest: Sendable, Equatable {
    /// From the gallery, `--attach`, or taken with the camera, `--shoot`.
    package enum Image: Sendable, Equatable { case gallery(String), camera(String) }

    /// In the order given.
    package var images: [Image] = []
    /// The remark; may be empty.
    package var requests = ""

    package init() {}
}

extension ReceiptCommand {
    static let helpText = """
        Request a quotation for the goods on a receipt.

        receipt                         show the screen and follow commands; type “help” for them
        receipt < script                follow the commands of a script, one a line; blank lines and # comments are skipped
        receipt send --attach FILE …    send one request and end

        Options of send:
          --attach FILE      attach FILE from the gallery; up to 5 images, JPEG or PNG, recognised by content
          --shoot FILE       take FILE as a photo with the camera; a copy goes to STORE/photos
          --requests TEXT    the remark for the request; none if left out

        Options of all:
          --store DIR        the folder that stands for the server (default ./receipt-store)
          --server URL       send to the server at URL instead; the store keeps photos only
          --camera ANSWER    the camera permission: granted, limited or denied (default granted)
          --gallery ANSWER   the photo library permission: granted, limited or denied (default granted)
          --trace            print to standard error what happens in the scenes, each step below its cause
          --help             print this

        Exit code: 0 the request was sent, or a session on a terminal was ended; 1 it was not sent; 64 wrong usage;
        74 it was sent, but standard output could not be written.
        """
}
