// Tests of the client with a server that answers like the app, but makes mistakes on request: node misuse.mjs CLIENT
// Prints the names of the failed tests, and the number of those that have passed.
import assert from "node:assert/strict";
import { tests as connections } from "./connections.mjs";
import { tests as messages } from "./messages.mjs";
import { clients, rejections, turns } from "./server.mjs";

const tests = { ...messages, ...connections };
let passed = 0;
for (const [name, test] of Object.entries(tests)) {
  rejections.length = 0;
  try {
    await test();
    await turns();
    assert.deepEqual(rejections, [], "rejections that nobody has handled");
    passed++;
  } catch (error) {
    console.log(`${name}: ${error.message}`);
  }
  for (const one of clients.splice(0)) one.close();
}
console.log(`${passed} of ${Object.keys(tests).length} passed`);
process.exit(0);
