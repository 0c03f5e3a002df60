import CIS
import CISWorkers

/// Asks for a user name and a password.
enum SignIn: SceneDefinition {
    typealias Worker = any SignInWorker

    enum Action: Sendable, Equatable {
        case edit(FieldChange<Fields>)
        case signInTapped
    }

    enum UseCase: Sendable, Equatable { case signIn }

    enum Mutation: Sendable, Equatable {
        case edited(FieldChange<Fields>)
        case busy(Bool)
        case signedIn
        case failed(Trouble)
    }

    enum Output: Sendable, Equatable { case signedIn }

    struct Fields: FormFields, Equatable {
        var user = ""
        @Secret var password = ""
        static let fields = [field("user", \.user), field("password", \.password)]
    }

    struct State: SceneState, Equatable {
        var isBusy = false
        var message = ""
        var domainState = DomainState()

        struct DomainState: Sendable, Equatable {
            var form = Fields()
        }
    }
}

protocol SignInWorker: AnyObject, Sendable {
    @concurrent func signIn(_ user: String, _ password: String) async throws(Trouble)
}

final class SignInController: SceneController<SignIn>, Controller {
    func handle(_ action: SignIn.Action) async {
        switch action {
        case .edit(let change): store.execute(.edited(change))
        case .signInTapped: await interactor.execute(.signIn)
        }
    }

    func policy(for action: SignIn.Action) -> ActionPolicy {
        switch action {
        case .signInTapped: .first
        default: .concurrent
        }
    }
}

final class SignInInteractor: SceneInteractor<SignIn>, Interactor {
    func perform(_ useCase: SignIn.UseCase) async {
        switch useCase {
        case .signIn: await signIn(store.domainState.form)
        }
    }

    private func signIn(_ form: SignIn.Fields) async {
        store.execute(.busy(true))
        do throws(Trouble) {
            try await worker.signIn(form.user, form.password)
            store.execute(.busy(false))
            store.execute(.signedIn)
        } catch {
            store.execute(.busy(false), evenIfCancelled: true)
            store.execute(.failed(error))
        }
    }
}

final class SignInStore: SceneStore<SignIn>, Store {
    nonisolated static func mutate(_ state: inout SignIn.State, by mutation: SignIn.Mutation) {
        switch mutation {
        case .edited(let change):
            state.domainState.form.apply(change)
            state.message = ""
        case .busy(let isBusy): state.isBusy = isBusy
        case .signedIn: state.domainState.form = SignIn.Fields()
        case .failed(.signedOut):
            state.message = "Wrong user or password."
            state.domainState.form.password = ""
        case .failed(let trouble): state.message = trouble.text
        }
    }

    func sideEffects(of mutation: SignIn.Mutation, on state: SignIn.State) {
        if case .signedIn = mutation { outputs.send(.signedIn) }
    }
}

extension SignIn {
    @MainActor
    static func assemble(
        _ user: String, worker: any SignInWorker, clock: (any Clock<Duration>)? = nil
    ) -> SceneRuntime<SignIn> {
        var state = State()
        state.domainState.form.user = user
        let store = SignInStore(state, worker: worker)
        let interactor = SignInInteractor(store: store, worker: worker)
        return SceneRuntime(
            controller: SignInController(interactor: interactor, store: store), store: store, clock: clock)
    }
}
