#include "CTexts.h"

// `#embed` belongs to C23. The compiler of each toolchain that this package needs has it in older versions of the language, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char client[] = {
#embed "../CISBridgeClients/client.js"
    , 0};

static const unsigned char inspector[] = {
#embed "../CISInspector/Page/inspector.html"
    , 0};

const char *ctexts_client(void) { return (const char *)client; }
const char *ctexts_inspector(void) { return (const char *)inspector; }
