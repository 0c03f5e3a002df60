// Texts that become a part of the library: the client for pages, and the inspector's page. Each ends with a zero.
//
// SwiftPM's `.embedInCode` writes such a text as a list of numbers in one line. For 70 kB of them the compiler needs 16 s, and its time
// grows with the square of the length; `#embed` needs none that can be noticed.
#ifndef CTEXTS_H
#define CTEXTS_H

#pragma clang assume_nonnull begin

// Sources/CISBridgeClients/client.js
const char *ctexts_client(void);
// Sources/CISInspector/Page/inspector.html
const char *ctexts_inspector(void);

#pragma clang assume_nonnull end

#endif
