#if DEBUG
/// Whether the library looks for programmer errors that cost time to find.
let isDebug = true
#else
/// Whether the library looks for programmer errors that cost time to find.
let isDebug = false
#endif
