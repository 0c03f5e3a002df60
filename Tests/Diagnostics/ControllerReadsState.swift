// expect: has no member 'state'
// What a controller holds is write-only.

import CIS

@MainActor
func decide(_ store: any MutationReceiver<Int>) -> Bool {
    store.state == nil
}
