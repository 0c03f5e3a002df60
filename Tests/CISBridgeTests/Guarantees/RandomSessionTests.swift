import CISBridge
import TestSupport
import Testing

/// The simplest model of a shop's state: every action is executed once, in order.
private struct NaiveShop {
    private(set) var name = ""
    private(set) var count = 0
    private(set) var rows: [Shop.Row] = []

    mutating func handle(_ action: Shop.Action) {
        switch action {
        case .rename(let name): self.name = name
        case .add(let id, let title): rows.append(Shop.Row(id: id, title: title))
        case .insertFirst(let id, let title): rows.insert(Shop.Row(id: id, title: title), at: 0)
        case .retitle(let index, let title): rows[index].title = title
        case .remove(let id): rows.removeAll { $0.id == id }
        case .count(let number): count += number
        default: break
        }
    }
}

/// A host that randomly executes actions, repeats messages, sends invalid ones, reads slowly, disconnects and reconnects.
@MainActor
private final class RandomHost {
    private let shop = ShopApp()
    private var host: Host
    private var welcome = JSONTree.null
    private var dice: Dice
    private var model = NaiveShop()
    private var actions: [(action: Shop.Action, text: String)] = []
    /// By reference: the number of the action with which it was sent.
    private var numbers: [Int: Int] = [:]
    private var answered: Set<Int> = []
    private var lastRef = 0
    private var lastID = 0
    /// Whether sent messages are lost, because the connection is broken and the host has not noticed this.
    private var isBroken = false

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        host = Host(shop.app)
    }

    /// - Returns: The problems that were found.
    func run() async -> [String] {
        welcome = await host.connect(window: Int.random(in: 1...3, using: &dice))
        await host.open()
        for _ in 0..<Int.random(in: 5...30, using: &dice) { await step() }
        await reconnect()
        host.acknowledges = true
        host.acknowledge(1)
        host.send(#"{"type":"sync","scene":1}"#)
        await read()
        await read()
        return problems
    }

    private var problems: [String] {
        var problems: [String] = []
        if answered != Set(1...max(actions.count, 1)).filter({ $0 <= actions.count }) {
            problems.append("answered \(answered.sorted()) of \(actions.count)")
        }
        let handled = shop.worker.handled
        if handled != actions.map({ "\($0.action)" }) { problems.append("handled \(handled)") }
        let state = host.states[1]
        if state?["name"] != .text(model.name) || state?["count"] != .int(model.count) {
            problems.append("shows \(state?.text ?? "nothing"), not \(model)")
        }
        let rows = (state?["rows"]?.arrayValue ?? []).map {
            "\($0["id"]?.intValue ?? 0) \($0["title"]?.textValue ?? "")"
        }
        if rows != model.rows.map({ "\($0.id) \($0.title)" }) { problems.append("rows \(rows), not \(model.rows)") }
        return problems
    }

    private func step() async {
        switch Int.random(in: 0..<12, using: &dice) {
        case 0...4: act()
        case 5 where !actions.isEmpty: send(Int.random(in: 1...actions.count, using: &dice))
        case 6: talkNonsense()
        case 7: host.acknowledges.toggle()
        case 8 where host.revisions[1] != nil: if !isBroken { host.acknowledge(1) }
        case 9: isBroken = true
        case 10: await reconnect()
        default: await read()
        }
    }

    private func act() {
        let (action, text) = randomAction()
        actions.append((action, text))
        model.handle(action)
        send(actions.count)
    }

    private func randomAction() -> (Shop.Action, String) {
        lastID += 1
        let title = ["가", "e\u{301}", "\\\"", "x"].randomElement(using: &dice) ?? ""
        let quoted = JSONTree.text(title).text
        switch Int.random(in: 0..<7, using: &dice) {
        case 0: return (.rename(title), #"{"rename":{"_0":\#(quoted)}}"#)
        case 1, 2: return (.add(id: lastID, title: title), #"{"add":{"id":\#(lastID),"title":\#(quoted)}}"#)
        case 3:
            return (.insertFirst(id: lastID, title: title), #"{"insertFirst":{"id":\#(lastID),"title":\#(quoted)}}"#)
        case 4 where !model.rows.isEmpty:
            let index = Int.random(in: 0..<model.rows.count, using: &dice)
            return (.retitle(index: index, title: title), #"{"retitle":{"index":\#(index),"title":\#(quoted)}}"#)
        case 5 where !model.rows.isEmpty:
            let id = model.rows[Int.random(in: 0..<model.rows.count, using: &dice)].id
            return (.remove(id: id), #"{"remove":{"id":\#(id)}}"#)
        default: return (.count(to: 3), #"{"count":{"to":3}}"#)
        }
    }

    private func send(_ number: Int) {
        lastRef += 1
        numbers[lastRef] = number
        guard !isBroken else { return }
        host.act(actions[number - 1].text, number: number, ref: lastRef)
    }

    private func talkNonsense() {
        guard !isBroken else { return }
        let texts = [
            "nonsense", "{}", #"{"type":"act","ref":1,"scene":1}"#, #"{"type":"ack","scene":1,"rev":99999}"#,
            #"{"type":"act","ref":999999,"scene":1,"n":99999,"action":{"nothing":{}}}"#, #"{"type":"sync","scene":1}"#,
            #"{"type":"act","ref":999998,"scene":1,"n":\#(actions.count + 1),"action":{"no":{}}}"#,
            #"{"type":"close","scene":7}"#, #"{"type":"reply","call":3,"ok":1}"#,
        ]
        host.send(texts.randomElement(using: &dice) ?? "")
    }

    private func read() async {
        guard !isBroken else { return }
        for message in await host.rest() where message.type == "done" {
            if let number = message["ref"]?.intValue.flatMap({ numbers[$0] }) { answered.insert(number) }
        }
    }

    /// Messages that were not read are lost. Actions that were not answered are sent again, in order.
    private func reconnect() async {
        if Bool.random(using: &dice) { host.session.disconnect() }
        let new = Host(shop.app)
        new.remember(host)
        new.acknowledges = host.acknowledges
        let resumption = host.resumption(welcome)
        host = new
        isBroken = false
        welcome = await host.connect(window: Int.random(in: 1...3, using: &dice), resume: resumption)
        #expect(welcome["resumed"] == .bool(true))
        for number in 1..<(actions.count + 1) where !answered.contains(number) { send(number) }
    }
}

/// B1 to B7 together: with random behaviour of the host, every action runs once, in order, and is answered, and the host has the
/// state.
@MainActor
@Suite struct `Random sessions` {
    @Test func `a random host ends up with the same states as a simple model`()
        async
    {
        for seed in seeds(repetitions(10_000, atLeast: 100), for: "random sessions") {
            let problems = await RandomHost(seed: seed).run()
            #expect(problems.isEmpty, "seed \(seed): \(problems.joined(separator: "; "))")
        }
    }
}
