/// Checks that a mutation only computes the new state from the old one, so that a replay gives the same state.
extension SceneLint {
    func mutations(_ scene: ScannedPackage.Scene) -> [Finding] {
        scene.part("Store").flatMap(\.functions).flatMap { function -> [Finding] in
            let source = function.source
            let isStatic = function.modifiers.contains("static")
            guard function.name == "mutate" || function.isHeaded(by: "inout") || isStatic else { return [] }
            let name = "\(scene.name)Store.\(function.name)"
            let impure = source.findings(.mutationNotPure, in: function.body) { index in
                source.impurity(at: index).map { "\(name) \($0)" }
            }
            guard !isStatic else { return impure }
            let what = "is not static, so it could use a worker. Declare it `nonisolated static func`."
            return impure + [source.finding(.mutationNotStatic, at: function.start, "\(name) \(what)")]
        }
    }
}

extension SourceText {
    /// Returns what a mutation must not do, if the code at this token does it.
    fileprivate func impurity(at index: Int) -> String? {
        let word = tokens[index].text
        let isCall = token(index + 1, is: "(")
        let isEmptyCall = isCall && token(index + 2, is: ")")
        let isMember = token(index - 1, is: ".")
        if isCall, !isMember, Self.effects.contains(word) || startsTask(index) {
            return "calls \(word). Do it in `sideEffects`, with a worker."
        }
        let readsClock =
            (word == "Date"
                && (isEmptyCall || token(index + 2, is: "timeIntervalSinceNow") || token(index + 2, is: "now")))
            || (word == "now" && isMember && ["=", "(", ",", ":", "?"].contains { token(index - 2, is: $0) })
            || Self.clocks.contains(word)
        let isRandom =
            (word == "UUID" && isEmptyCall) || Self.generators.contains(word)
            || (Self.random.contains(word) && isMember && isCall && !isGiven("using", to: index + 1))
        guard readsClock || isRandom || Self.outside.contains(word) || startsTask(index) else { return nil }
        return
            "depends on more than its arguments: \(word). Let the interactor compute it, and pass it in the mutation."
    }

    private func isGiven(_ label: String, to open: Int) -> Bool {
        (open..<(partner[open] ?? open)).contains { token($0, is: label) && token($0 + 1, is: ":") }
    }

    private static let effects: Set<String> = ["print", "debugPrint", "dump", "NSLog", "os_log", "readLine"]
    private static let clocks: Set<String> = [
        "CFAbsoluteTimeGetCurrent", "ContinuousClock", "DispatchTime", "SuspendingClock",
    ]
    private static let random: Set<String> = ["random", "randomElement", "shuffle", "shuffled"]
    private static let generators: Set<String> = [
        "SystemRandomNumberGenerator", "arc4random", "arc4random_uniform", "drand48",
    ]
    private static let outside: Set<String> = [
        "FileManager", "NotificationCenter", "ProcessInfo", "URLSession", "UserDefaults",
    ]
}
