/// What `--help` prints.
enum HelpText {
    static let overview = """
        usage: new-scene NAME [options]     writes the files of a scene, or adds to one
               lint-scenes [options]        reports what scenes should not do, and draws them

        See new-scene --help and lint-scenes --help.
        """

    static let newScene = """
        usage: new-scene NAME [options]

        Writes a scene: its six files, the double of its worker, and tests that pass.

          --target TARGET             the target that gets the scene; needed when there are several
          --no-output                 a scene that tells its parent nothing
          --field NAME[:TYPE]         a field that the user fills in: String, Int, Double or Bool; may be repeated
          --child-of PARENT           presents the scene from PARENT: adds actions, mutations and a field to it
          --front-end none|terminal|swiftui|uikit
                                      writes what draws the scene, too (default: none)
          --front-end-target TARGET   the target that gets it (default: the scene's target and SwiftUI, UIKit, Terminal)
          --tests swift-testing|xctest|both|none
                                      (default: swift-testing)
          --only COMPONENTS           only these, separated by commas: scene, controller, interactor, store, worker,
                                      assembly, view, double, tests
          --package                   a package of its own, in the folder NAME, with manifest and README
          --library PATH|URL@VERSION|URL#REVISION
                                      where that package finds swift-cis (default: where this command comes from)
          --dry-run                   shows what would be written
          --package-path FOLDER       the package (default: here)

        Adds to a scene that is there:

          --add-use-case FetchPage    a case of UseCase, and its place in the interactor
          --add-action RefreshTapped  a case of Action, and its place in the controller
          --refresh-doubles           the worker's double anew, after its protocol has changed

        For Xcode:

          --install-xcode-templates [--to FOLDER]
                                      writes file templates (default: ~/Library/Developer/Xcode/Templates/CIS)
        """

    static let lintScenes = """
        usage: lint-scenes [options]

        Reads the sources of a package as text and reports, with file and line, what scenes should not do. Ends with 1
        if there is something to report, and with 2 if there is nothing to look at.

          --target TARGET         only the scenes of this target
          --diagram               draws the scenes and each action's sequence as Mermaid instead
          --package-path FOLDER   the package (default: here)

        A comment `lint-scenes: allow` on a line, or above it, silences what is found there.
        It is no compiler: it does not expand macros or #if, and does not follow types from file to file.
        """
}
