#if DEBUG
let isDebugBuild = true
#else
let isDebugBuild = false
#endif
