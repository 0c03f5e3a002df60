/// A worker call that does nothing, away from the main actor: a suspension, as real work has.
@concurrent
func elsewhere() async {}
