// Opens 10,000 addresses that nobody has written down, at the start of the page and while it is shown. Each is decoded and passed on
// to the app, whose `DeepLink` decides, or is refused with the notice. None ends the page.
//
//     node fuzz.mjs ADDRESS_MODULE [SEED]
import { readFile } from "node:fs/promises";

const [path, seed = String(Math.floor(Math.random() * 2 ** 32))] = process.argv.slice(2);
const source = await readFile(path, "utf8");
const { followPath } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

/** Numbers that are the same for the same seed (mulberry32). */
let state = Number(seed);
const random = limit => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
};
const pieces = [
  () => "players", () => "/", () => "%", () => "#", () => "confirm", () => String(random(1e6)), () => ",", () => "age", () => "add",
  () => `%${random(256).toString(16).padStart(2, "0")}`, () => `%${random(16).toString(16)}`, () => "%E0%A4%A", () => "%ED%A0%80", () => "%00",
  () => String.fromCharCode(random(0x10000)), () => String.fromCodePoint(random(0x110000)), () => "\u0000", () => "%F4%90%80%80", () => "\u202e",
  () => "x".repeat(random(2000)), () => "constructor", () => "__proto__", () => " ", () => "?a=b", () => "%25",
];
const fragment = () => ["#", "#/", "", "#//"][random(4)] + Array.from({ length: random(8) }, () => pieces[random(pieces.length)]()).join("");

const expected = hash => {
  const text = hash.replace(/^#\/?/, "");
  try { return ["open", decodeURIComponent(text)]; } catch { return ["refuse"]; }
};

let popped = () => {};
globalThis.addEventListener = (name, listener) => { if (name === "popstate") popped = listener; };
globalThis.history = { state: null, replaceState() {}, pushState() {}, go() {} };
for (let number = 0; number < 10_000; number += 1) {
  const hash = fragment();
  globalThis.location = { hash };
  const calls = [];
  const flow = { state: { path: [{ id: 1 }] } };
  try {
    const address = followPath(flow, {
      open: async link => void calls.push(["open", link]), refuse: () => void calls.push(["refuse"]), goBack: async () => {},
    });
    await address.begin();
    await popped({ state: null });
    await address.beginAgain();
  } catch (error) {
    calls.push(["throw", String(error)]);
  }
  const one = expected(hash);
  const all = one[1] === "" ? [] : [one, one, one];
  if (JSON.stringify(calls) !== JSON.stringify(all)) {
    console.error(`seed ${seed}, number ${number}, ${JSON.stringify(hash)}: ${JSON.stringify(calls)} and not ${JSON.stringify(all)}`);
    process.exit(1);
  }
}
console.log(`10,000 addresses, seed ${seed}`);
