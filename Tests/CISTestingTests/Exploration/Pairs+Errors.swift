import CIS
import CISTesting

/// Errors and cancellation halfway.
extension Pair {
    static let ofErrors = [
        Pair("a page is skipped, because it failed once", injecting: .faults) { test, isRacy in
            test.finally("no page is missing") { state in
                let pages = state.domainState.lists["pages", default: []]
                return pages == pages.indices.map { "\($0)!" }
            }
            let more = ScriptedScene.Action("more") { tools in
                let page = tools.store.domainState.count
                if isRacy { tools.store.execute(.counted) }
                guard let answer = try? await tools.tryCall("\(page)") else { return tools.log("failed") }
                tools.change("loaded") { $0.lists["pages", default: []].append(answer) }
                if !isRacy { tools.store.execute(.counted) }
            }
            await test.when(more)
            await test.when(more)
        },
        Pair("a seat stays reserved after the purchase was given up", injecting: .cancellations) { test, isRacy in
            let server = FakeServer()
            test.call.always(
                .compute { request in
                    server { $0["seat"] = request == "release" ? [] : [request] }
                    return ""
                })
            test.finally("the seat is free or paid") { _ in server["seat"] != "reserve" }
            await test.when(
                .init("buy") { tools in
                    _ = await tools.call("reserve")
                    if Task.isCancelled {
                        if !isRacy { _ = await tools.call("release") }
                    } else {
                        _ = await tools.call("pay")
                    }
                })
        },
        Pair("the error of an old request is shown over a newer answer", injecting: .faults) { test, isRacy in
            test.finally("what was asked for last is shown") { state in
                let shown = state.domainState.lists["shown"]?.first ?? ""
                return shown.hasPrefix("\(state.domainState.count)")
            }
            let load = ScriptedScene.Action("load") { tools in
                let number = tools.store.domainState.count + 1
                tools.store.execute(.setCount(number))
                let answer = try? await tools.tryCall("\(number)")
                guard isRacy || tools.store.domainState.count == number else { return }
                tools.change("shown") { $0.lists["shown"] = [answer ?? "\(number) failed"] }
            }
            await test.when(concurrently: load, load)
        },
        Pair("an album is called complete although a picture failed", injecting: .faults) { test, isRacy in
            let server = FakeServer()
            test.tryCall.always(
                .compute { name in
                    server { $0["album", default: []].append(name) }
                    return ""
                })
            test.finally("what is called complete is complete") { state in
                state.domainState.numbers["isComplete"] != 1 || server { $0["album", default: []].count } == 2
            }
            await test.when(
                .init("upload") { tools in
                    let call = tools.tryCall
                    let answers = await inParallel(["a", "b"]) { name in try? await call(name) }
                    let isComplete = isRacy || !answers.contains(nil)
                    tools.change("ended") { $0.numbers["isComplete"] = isComplete ? 1 : 0 }
                })
        },
    ]
}
