import CIS
import CISTesting
import GatherScenes
import Testing

/// FG-LOGIN-01 to FG-LOGIN-09: logging in and registering.
@MainActor @Suite(.checkingEverything) struct LoginScenarios {
    typealias Remembered = Login.Remembered

    @Test func `FG-LOGIN-01 at the first start the switch is on, and nothing is filled in`() async {
        await given("nothing was stored", LoginScreen(), .init()) { test in
            await test.when("the screen appears", .appeared)
            test.then(
                "the switch is on", \.domainState.isRemembered == true, \.domainState.username == "",
                test.worker.recalling == [()], mutations: [.recalled(Remembered(isOn: nil, username: nil))])
        }
    }

    @Test func `FG-LOGIN-01 FG-STORE-03 the username that was stored is filled in`() async {
        await given("a user was remembered", LoginScreen(), .init()) { test in
            test.worker.recalling.always(.value(Remembered(isOn: true, username: "ada")))
            await test.when("the screen appears", .appeared)
            test.then(
                "her name is there", \.domainState.username == "ada", test.worker.recalling == [()],
                mutations: [.recalled(Remembered(isOn: true, username: "ada"))])
        }
    }

    @Test func `FG-LOGIN-01 with the switch off nothing is filled in`() async {
        await given("the switch was off", LoginScreen(), .init()) { test in
            test.worker.recalling.always(.value(Remembered(isOn: false, username: "ada")))
            await test.when("the screen appears", .appeared)
            test.then(
                "it is off, and the field is empty", \.domainState.isRemembered == false,
                \.domainState.username == "", test.worker.recalling == [()],
                mutations: [.recalled(Remembered(isOn: false, username: "ada"))])
        }
    }

    @Test func `FG-LOGIN-01 what is typed before the answer stays`() async {
        await given("a store that takes its time", LoginScreen(), .init(), checking: .written) { test in
            test.worker.recalling.always(.wait)
            await test.when("the screen appears", .appeared)
            await test.when("a name is typed", .edited(FieldChange(\.username, "ben")))
            await test.when("the switch is turned off", .edited(FieldChange(\.isRemembered, false)))
            test.worker.recalling.release(.value(Remembered(isOn: true, username: "ada")))
            await test.settle()
            test.then("it stays", \.domainState.username == "ben", \.domainState.isRemembered == false)
        }
    }

    @Test(arguments: [("", ""), ("ada", ""), ("", "secret")])
    func `FG-LOGIN-02 FG-UI-02 both fields are mandatory`(fields: Credentials) async {
        await given("a field is empty", LoginScreen(), .init(username: fields.0, password: fields.1)) { test in
            let alert = Alert(title: "Error", message: "Both fields are mandatory.")
            await test.when("'Login' is tapped", .loginTapped)
            test.then(
                "an alert, and no request", \.alert == alert, \.problem == .missingCredentials, \.isLoading == false,
                mutations: [.refused(.missingCredentials)])
            await test.when("'OK' is tapped", .alertDismissed)
            test.then("it is gone", \.problem == nil, mutations: [.alertDismissed])
            await test.when("'Register' is tapped", .registerTapped)
            test.then(
                "the same", \.alert == alert, \.problem == .missingCredentials, \.isLoading == false,
                mutations: [.refused(.missingCredentials)])
        }
    }

    @Test func `FG-LOGIN-03 FG-LOGIN-06 FG-LOGIN-07 logging in stores name and switch, and goes on`() async {
        await given("both fields", LoginScreen(), .init(username: "ada", password: "secret")) { test in
            test.worker.loggingIn.always(.wait)
            await test.when("'Login' is tapped", .loginTapped)
            test.then("the overlay", \.isLoading == true, mutations: [.began])
            test.worker.loggingIn.release(.value(()))
            await test.settle()
            test.then(
                "the list can be shown, and the password is forgotten", \.isLoading == false,
                \.domainState.password == Password(""), test.worker.loggingIn == [("ada", "secret")],
                test.worker.remembering == [Remembered(isOn: true, username: "ada")],
                mutations: [.began, .loggedIn], outputs: [.loggedIn(username: "ada")])
        }
    }

    @Test func `FG-LOGIN-06 FG-LOGIN-07 with the switch off the name is removed`() async {
        await given("both fields", LoginScreen(), .init(username: "ada", password: "p"), checking: .written) { test in
            await test.when(
                "the switch is turned off, 'Login' is tapped", .edited(FieldChange(\.isRemembered, false)), .loginTapped
            )
            test.then("only the switch is stored", test.worker.remembering == [Remembered(isOn: false, username: nil)])
        }
    }

    @Test func `FG-LOGIN-04 FG-LOGIN-08 registering also logs in, so that there is a token for the list`() async {
        await given("both fields", LoginScreen(), .init(username: "ada", password: "secret")) { test in
            await test.when("'Register' is tapped", .registerTapped)
            test.then(
                "first the one, then the other", \.domainState.password == Password(""),
                test.worker.registering == [("ada", "secret")], test.worker.loggingIn == [("ada", "secret")],
                test.worker.remembering == [Remembered(isOn: true, username: "ada")],
                mutations: [.began, .loggedIn], outputs: [.loggedIn(username: "ada")],
                calls: ["register(username:password:)", "logIn(username:password:)", "remember(_:)"])
        }
    }

    @Test(arguments: [
        (ServiceError.wrongCredentials, "The username or the password is wrong."),
        (.noAnswer, "The server does not answer. Please try again in a moment."),
        (.usernameRefused, "This username cannot be used. Choose a short one, without a colon."),
        (.expectedDataInResponse, "Something went wrong on the server. Please try again."),
    ])
    func `FG-LOGIN-05 FG-NET-12 D22 a failure is said in words for people`(error: ServiceError, text: String) async {
        await given("both fields", LoginScreen(), .init(username: "ada", password: "secret")) { test in
            test.worker.loggingIn.always(.error(error))
            await test.when("'Login' is tapped", .loginTapped)
            test.then(
                "an alert, and the fields stay", \.alert == Alert(title: "Error", message: text),
                \.problem == .request(error),
                \.isLoading == false, test.worker.loggingIn == [("ada", "secret")],
                mutations: [.began, .failed(.error(error))])
        }
    }

    @Test
    func `FG-LOGIN-09 D23 a password that is too short to register is said without a request, and logging in is tried`()
        async
    {
        await given("a short password", LoginScreen(), .init(username: "ada", password: "ab")) { test in
            await test.when("'Register' is tapped", .registerTapped)
            test.then(
                "an alert", \.alert == Alert(title: "Error", message: "A password has at least 3 characters."),
                \.problem == .shortPassword,
                \.isLoading == false, test.worker.registering == [], mutations: [.refused(.shortPassword)])
            await test.when("'Login' is tapped", .alertDismissed, .loginTapped)
            test.then(
                "a request", \.problem == nil, \.domainState.password == Password(""),
                test.worker.loggingIn == [("ada", "ab")],
                test.worker.remembering == [Remembered(isOn: true, username: "ada")],
                mutations: [.alertDismissed, .began, .loggedIn], outputs: [.loggedIn(username: "ada")])
        }
    }

    @Test func `FG-LOGIN-04 a failure to register does not log in`() async {
        await given("both fields", LoginScreen(), .init(username: "ada", password: "secret"), checking: .written) {
            test in
            test.worker.registering.always(.error(ServiceError.noConnection))
            await test.when("'Register' is tapped", .registerTapped)
            test.then(
                "an alert",
                \.alert
                    == Alert(
                        title: "Error", message: "The server cannot be reached. Check the connection, and try again."),
                test.worker.loggingIn == [])
        }
    }

    @Test func `FG-LOGIN-03 FG-UI-01 while a request is under way, taps and keys have no effect`() async {
        await given("a request is under way", LoginScreen(), .init(username: "ada", password: "secret")) { test in
            test.worker.loggingIn.always(.wait)
            let what = await test.when("both buttons are tapped", inOrder: .loginTapped, .registerTapped)
            test.expect("the second is dropped", what.drops.map(\.reason) == [.busy])
            test.then(\.isLoading == true, test.worker.loggingIn == [("ada", "secret")], mutations: [.began])
            await test.when(
                "something is typed", .edited(FieldChange(\.username, "b")),
                .edited(FieldChange(\.password, Password("b"))))
            test.then(
                "the fields stay", \.domainState.username == "ada",
                mutations: [.edited(FieldChange(\.username, "b")), .edited(FieldChange(\.password, Password("b")))])
            test.worker.loggingIn.release(.error(ServiceError.noConnection))
            await test.settle()
            test.then(
                \.isLoading == false,
                \.alert
                    == Alert(
                        title: "Error", message: "The server cannot be reached. Check the connection, and try again."),
                \.problem == .request(.noConnection),
                mutations: [
                    .edited(FieldChange(\.username, "b")), .edited(FieldChange(\.password, Password("b"))),
                    .failed(.error(.noConnection)),
                ])
        }
    }

    @Test func `FG-LOGIN-09 nothing is trimmed or changed`() async {
        await given("an empty screen", LoginScreen(), .init(), checking: .written) { test in
            await test.when(
                "blanks and capitals are typed", .edited(FieldChange(\.username, " Ada ")),
                .edited(FieldChange(\.password, Password(" "))),
                .loginTapped)
            test.then("they are sent", test.worker.loggingIn == [(" Ada ", " ")])
        }
    }

    @Test func `FG-STORE-04 no text and no dump shows the password`() {
        let state = Login.State(username: "ada", password: "hunter2")
        var dumped = ""
        dump(state, to: &dumped)
        let action = Login.Action.edited(FieldChange(\.password, Password("hunter2")))
        #expect(!"\(state) \(String(reflecting: state)) \(dumped) \(action)".contains("hunter2"))
    }
}
