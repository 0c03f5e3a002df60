// Reads every specimen with the client in JavaScript, and sends it back: node specimens_host.mjs CLIENT SCENES PROGRAM
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [clientFile, scenesFile, program] = process.argv.slice(2);
const { Client } = await import(clientFile);
const { scenes } = await import(scenesFile);

/** Carries the messages of a client over the streams of a program. */
class Streams {
  start(client) {
    this.program = spawn(program, ["--bridge", "stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.program.stdout }).on("line", line => client.take(JSON.parse(line)));
    this.client = client;
    this.write(JSON.stringify(client.hello()));
  }
  write(line) { this.program.stdin.write(`${line}\n`); }
  wake() {
    queueMicrotask(() => { for (let line; (line = this.client.nextMessage()) !== undefined;) this.write(line); });
  }
  end(last) { this.program.stdin.end(`${last}\n`); }
  stop() {}
  takeUnconfirmed() { return []; }
}

// JavaScript writes -0 as 0.
const written = value => JSON.parse(JSON.stringify(value));

const client = new Client(new Streams(), { scenes });
client.onError(error => { throw error; });
const scene = await client.open("specimens");
let got;
scene.onOutput(output => { got = output.got._0; });
const { all } = scene.state;
for (const [index, value] of all.entries()) {
  await scene.act({ same: { index, value } });
  assert.deepEqual(written(got), written(value), `specimen ${index}`);
}
assert.deepEqual([scene.state.right, scene.state.wrong], [all.map((_, index) => index), []]);
for (const [name, number] of [["int", 2 ** 53], ["int64", -(2 ** 53)], ["uint64", 2 ** 63], ["int8", 128], ["uint8", -1]]) {
  const value = structuredClone(all.find(one => one.integers));
  value.integers._0[name] = number;
  await assert.rejects(scene.act({ same: { index: 0, value } }), { code: "badAction", at: `/action/same/value/integers/_0/${name}` });
}
client.close();
console.log(`javascript: ${all.length} specimens there and back`);
