// expect: has no member 'state'
// What an interactor holds shows the domain state only.

import CIS

@MainActor
func decide(_ store: any DomainStore<Int, Int>) -> Bool {
    store.domainState == 0 && store.state == nil
}
