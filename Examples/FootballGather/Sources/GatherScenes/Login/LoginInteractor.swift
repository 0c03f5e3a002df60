import CIS

final class LoginInteractor: SceneInteractor<Login>, Interactor {
    func perform(_ useCase: Login.UseCase) async {
        switch useCase {
        case .recall: store.execute(.recalled(await worker.recall()))  // FG-LOGIN-01
        case .logIn(let registeringFirst): await logIn(registeringFirst: registeringFirst)
        }
    }

    private func logIn(registeringFirst: Bool) async {
        let fields = store.domainState
        guard !fields.username.isEmpty, !fields.password.isEmpty else {
            return store.execute(.refused(.missingCredentials))  // FG-LOGIN-02: no request, no loading
        }
        if registeringFirst, fields.password.isShort { return store.execute(.refused(.shortPassword)) }  // D23
        store.execute(.began)
        do {
            if registeringFirst {
                try await worker.register(username: fields.username, password: fields.password)  // FG-LOGIN-04
            }
            // FG-LOGIN-08 as decided in D4: registering alone gives no token.
            try await worker.logIn(username: fields.username, password: fields.password)  // FG-LOGIN-03
            await worker.remember(  // FG-LOGIN-06, FG-LOGIN-07 as decided in D3
                Login.Remembered(isOn: fields.isRemembered, username: fields.isRemembered ? fields.username : nil))
            store.execute(.loggedIn)
        } catch {
            store.execute(.failed(Failure(error)))  // FG-LOGIN-05
        }
    }
}
