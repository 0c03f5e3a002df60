// expect: has no member 'state'
// The store of a controller is write-only.

import CIS

@MainActor
func decide(_ store: any MutationReceiver<Int>) -> Bool {
    store.state == nil
}
