// expect: has no member 'state'
// The store of an interactor shows only the domain state.

import CIS

@MainActor
func decide(_ store: any DomainStore<Int, Int>) -> Bool {
    store.domainState == 0 && store.state == nil
}
