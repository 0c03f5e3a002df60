// A host with a synchronous main function, like programs in C. It makes one of the checks, prints what went wrong, and
// exits with 0 if nothing did.

let name = CommandLine.arguments.dropFirst().first ?? ""
let probe = Probe()
if let check = checks[name] { check(probe) } else { probe.expect(false, "no check \(name)") }
for failure in probe.failures { print(failure) }
print("\(name): \(probe.failures.count) failures")
