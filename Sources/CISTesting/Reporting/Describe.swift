/// A value on one line.
func describe(_ value: Any) -> String { Rendering.summary(of: value) }
