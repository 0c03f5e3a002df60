import CISTesting
import GatherScenes
import Testing

/// FG-TIMER-01 to FG-TIMER-11, on a clock that only the scenario moves.
@MainActor @Suite struct CountdownScenarios {
    private static func time(_ minutes: Int, _ seconds: Int) -> Gather.State {
        Gather.State(.sample, time: GatherTime(minutes: minutes, seconds: seconds))
    }

    @Test func `FG-TIMER-01 FG-TIMER-02 FG-TIMER-03 'Start', 'Pause', 'Resume': the first second after one`() async {
        await given("a gather", GatherScreen(), .init(.sample)) { test in
            test.then(
                "stopped at ten minutes", \.countdown.status == .stopped, \.countdown.actionButton.caption == "Start")
            await test.when("'Start' is tapped", .actionTapped)
            await test.clock.advance(by: .milliseconds(999))
            test.then(
                "running, nothing yet", \.countdown.actionButton.caption == "Pause", \.countdown.time.text == "10:00",
                sources: [[1, 1_000]])
            await test.clock.advance(by: .milliseconds(1))
            test.then("one second", \.countdown.time.text == "09:59")
            await test.when("'Pause' is tapped", .actionTapped)
            await test.clock.advance(by: .seconds(5))
            test.then(
                "the time is kept", \.countdown.actionButton.caption == "Resume", \.countdown.time.text == "09:59",
                sources: [])
            await test.when("'Resume' is tapped", .actionTapped)
            await test.clock.advance(by: .seconds(1))
            test.then("it goes on", \.countdown.actionButton.caption == "Pause", \.countdown.time.text == "09:58")
        }
    }

    @Test func `FG-TIMER-03 D21 a pause keeps the fraction of the second`() async {
        await given("a gather", GatherScreen(), .init(.sample)) { test in
            for run in 1...8 {
                await test.when("the button is tapped", .actionTapped)
                await test.clock.advance(by: .milliseconds(800))
                await test.when("the button is tapped", .actionTapped)
                test.expect("each time", test.state.countdown.run == run)
            }
            test.then("6.4 seconds have passed", \.countdown.time.text == "09:54")
            await test.when("the button is tapped", .actionTapped)
            await test.clock.advance(by: .milliseconds(599))
            test.then("the seventh second is not full", \.countdown.time.text == "09:54", sources: [[9, 600]])
            await test.clock.advance(by: .milliseconds(1))
            test.then("now it is", \.countdown.time.text == "09:53", sources: [[9, 1_000]])
            await test.clock.advance(by: .seconds(2))
            test.then("and it goes on", \.countdown.time.text == "09:51")
            await test.when("'Reset', 'Reset', 'Start'", .resetTapped, .resetConfirmed, .actionTapped)
            await test.clock.advance(by: .milliseconds(999))
            test.then("a new countdown begins with a full second", \.countdown.time.text == "10:00")
        }
    }

    @Test(arguments: [(1, 0, "00:59"), (0, 2, "00:01"), (10, 0, "09:59"), (0, 59, "00:58")])
    func `FG-TIMER-04 a minute has sixty seconds`(minutes: Int, seconds: Int, text: String) async {
        await given("a time", GatherScreen(), Self.time(minutes, seconds)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(1))
            test.then("one second less", \.countdown.time.text == text)
        }
    }

    @Test func `FG-TIMER-04 FG-TIMER-05 at zero it stops, and the title is 'Start' again`() async {
        await given("three seconds", GatherScreen(), Self.time(0, 3)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(2))
            test.then("one second is left", \.countdown.status == .running, \.countdown.time.text == "00:01")
            await test.clock.advance(by: .seconds(10))
            test.then(
                "it has stopped", \.countdown.time.text == "00:00", \.countdown.actionButton.caption == "Start",
                sources: [])
            await test.when("'Start' is tapped", .actionTapped)
            test.then(
                "nothing: there is no time", \.countdown.status == .stopped,
                \.countdown.actionButton.isEnabled == false,
                \.countdown.isTimeUp == true)
        }
    }

    @Test(arguments: [(0, 0), (-1, 0), (0, -1), (-3, -7)])
    func `FG-TIMER-03 without time it does not start, nor with less than none`(minutes: Int, seconds: Int) async {
        await given("no time", GatherScreen(), Self.time(minutes, seconds)) { test in
            await test.when("'Start' is tapped", .actionTapped)
            test.then("nothing", \.countdown.status == .stopped, sources: [])
        }
    }

    @Test(arguments: [1, 2, 59, 60, 61, 600])
    func `FG-TIMER-04 so many seconds need exactly so many ticks`(count: Int) async {
        await given("a time", GatherScreen(), Self.time(count / 60, count % 60)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(count - 1))
            test.then(\.countdown.time.text == "00:01", \.countdown.status == .running)
            await test.clock.advance(by: .seconds(1))
            test.then("at zero", \.countdown.time.text == "00:00", \.countdown.status == .stopped)
        }
    }

    @Test func `FG-TIMER-04 ticks that are late or missed cost no time`() async {
        await given("it runs", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .milliseconds(1_000))
            test.clock.set(to: .milliseconds(7_900))  // the device has slept: no tick for almost seven seconds
            await test.clock.advance(by: .milliseconds(100))
            test.then("eight seconds have passed", \.countdown.time.text == "09:52")
            await test.clock.advance(by: .seconds(2))
            test.then("and ten", \.countdown.time.text == "09:50")
        }
    }

    @Test func `FG-TIMER-04 a tick of an earlier run counts nothing`() async {
        await given("it runs for the second time", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .actionTapped, .actionTapped, .actionTapped)
            await test.when("a second of the first run arrives", .timePassed(milliseconds: 5_000, run: 1))
            test.then("nothing", \.countdown.time.text == "10:00")
            await test.when(
                "one of this run, twice", .timePassed(milliseconds: 1_000, run: 2),
                .timePassed(milliseconds: 1_000, run: 2))
            test.then("one second", \.countdown.time.text == "09:59")
        }
    }

    @Test(arguments: [GatherTime.standard, GatherTime(minutes: 2, seconds: 30)])
    func `FG-TIMER-06 'Reset' goes back to the time at the beginning, not to the one that was set`(
        initial: GatherTime
    ) async {
        await given("a time was set, and it runs", GatherScreen(), .init(.sample, time: initial)) { test in
            await test.given(
                after: .setTapped, .picked(.minutes, 5), .picked(.seconds, 9), .pickerDone, .actionTapped, .setTapped)
            await test.clock.advance(by: .seconds(3))
            await test.when("'Reset' is tapped and confirmed", .resetTapped, .resetConfirmed)
            test.then(
                "stopped, as at the beginning, without panel", \.countdown.time == initial,
                \.countdown.actionButton.caption == "Start", \.picker == nil, \.asksToReset == false, sources: [])
        }
    }

    @Test func `FG-TIMER-06 'Reset' asks before a time is lost, and meanwhile the countdown goes on`() async {
        await given("a second has passed", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(1))
            await test.when("a confirmation comes without a question", .resetConfirmed)
            test.then("nothing", \.countdown.time.text == "09:59", \.countdown.status == .running)
            await test.when("'Reset' is tapped", .resetTapped)
            await test.clock.advance(by: .seconds(1))
            test.then("the question", \.asksToReset == true, \.countdown.time.text == "09:58")
            await test.when("'Cancel' is tapped", .resetCancelled)
            await test.clock.advance(by: .seconds(1))
            test.then("it is gone", \.asksToReset == false, \.countdown.time.text == "09:57")
        }
    }

    @Test(arguments: [(GatherTime.standard, 0), (GatherTime(minutes: 0, seconds: 2), 2)])
    func `FG-TIMER-06 'Reset' asks nothing before the first second, nor when the time is up`(
        time: GatherTime, seconds: Int
    ) async {
        await given("it was started", GatherScreen(), .init(.sample, time: time)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(seconds) + .milliseconds(500))
            await test.when("'Reset' is tapped", .resetTapped)
            test.then(
                "as at the beginning", \.countdown.time == time, \.countdown.status == .stopped,
                \.asksToReset == false)
        }
    }

    @Test func `FG-TIMER-07 FG-TIMER-08 FG-TIMER-10 'Set' lets it run on; 'Done' stops it at the time that was picked`()
        async
    {
        await given("it runs", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .actionTapped)
            await test.clock.advance(by: .seconds(2))
            await test.when("'Set' is tapped", .setTapped)
            await test.clock.advance(by: .seconds(1))
            test.then(
                "the panel has the time of the tap", \.picker?.minutes == 9, \.picker?.seconds == 58,
                \.countdown.time.text == "09:57", \.countdown.status == .running)
            await test.when("9 and 5 are picked, then 'Done'", .picked(.minutes, 9), .picked(.seconds, 5), .pickerDone)
            test.then(
                "stopped at that time", \.countdown.time.text == "09:05", \.countdown.actionButton.caption == "Start",
                \.picker == nil, sources: [])
        }
    }

    @Test func `FG-TIMER-09 'Cancel' of the panel closes it, and nothing else`() async {
        await given("it runs, the panel is open", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .actionTapped, .setTapped, .picked(.minutes, 1))
            await test.when("its 'Cancel' is tapped", .pickerCancelled)
            await test.clock.advance(by: .seconds(1))
            test.then("it runs on", \.picker == nil, \.countdown.time.text == "09:59", \.countdown.status == .running)
        }
    }

    @Test func `FG-GATHER-09 a row outside the picker picks nothing`() async {
        await given("the panel is open", GatherScreen(), .init(.sample)) { test in
            await test.given(after: .setTapped)
            await test.when(
                "rows outside the picker", .picked(.minutes, 60), .picked(.seconds, -1), .picked(.minutes, .max))
            test.then("it stays", \.picker?.minutes == 10, \.picker?.seconds == 0)
        }
    }

    @Test(arguments: [(9, 5, "09:05"), (10, 10, "10:10"), (99, 101, "99:101"), (0, 0, "00:00")])
    func `FG-TIMER-10 two digits at least, and no limit above`(minutes: Int, seconds: Int, text: String) {
        #expect(GatherTime(minutes: minutes, seconds: seconds).text == text)
    }
}
