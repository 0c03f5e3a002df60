// Opens many sessions at once, as browsers do, visits all seven screens in each, and leaves them in a gather that runs.
//
//     node sessions.mjs COPY_OF_CLIENT.mjs ADDRESS COUNT
//
// Says when all are there, and keeps them open until it is ended.
import { pathToFileURL } from "node:url";

const [path, address, count] = process.argv.slice(2);
const { connect } = await import(pathToFileURL(path));

/** The screen on top, when it is the one with this name. */
const top = (flow, name) => new Promise(resolve => {
  const look = () => {
    const id = flow.state.path.at(-1).id;
    const scene = [...flow.children].find(({ place }) => place.id === id);
    if (scene?.name === name) resolve(scene);
  };
  flow.watch(look);
  flow.onChild(look);
});

async function visit(number) {
  const stored = new Map();
  const storage = { get: name => stored.get(name) ?? null, set: ({ name, value }) => void stored.set(name, value) };
  const client = connect(`${address}/cis`, { workers: { storage } });
  const flow = await client.open("footballGather", { visit: `visit ${number} ${Math.random()}` });
  const login = await top(flow, "login");
  await login.act({ edited: { _0: { name: "username", value: `user ${number} ${Math.random()}` } } });
  await login.act({ edited: { _0: { name: "password", value: "secret" } } });
  await login.act({ registerTapped: {} });
  const list = await top(flow, "playerList");
  await list.act({ appeared: {} });
  for (const name of ["Ada", "Ben"]) {
    await list.act({ bottomTapped: {} });
    const add = await top(flow, "playerAdd");
    await add.act({ edited: { _0: { name: "name", value: name } } });
    await add.act({ doneTapped: {} });
    await top(flow, "playerList");
    await list.act({ retryTapped: {} });
  }
  const [first, second] = list.state.rows;
  await list.act({ rowTapped: { _0: first.id } });
  await (await top(flow, "playerDetail")).act({ rowTapped: { _0: "age" } });
  const edit = await top(flow, "playerEdit");
  await edit.act({ edited: { _0: { name: "text", value: "31" } } });
  await edit.act({ doneTapped: {} });
  await top(flow, "playerDetail");
  await flow.act({ linkOpened: { _0: `players/confirm/${first.id},${second.id}` } });
  const teams = await top(flow, "confirmPlayers");
  for (const section of [1, 2]) {
    await teams.act({ moved: { from: { section: 0, row: 0 }, to: { section, row: 0 } } });
  }
  await teams.act({ startTapped: {} });
  await (await top(flow, "gather")).act({ actionTapped: {} });
}

// Ten at a time: the server hashes few passwords at once.
const numbers = Array.from({ length: Number(count) }, (_, index) => index).values();
await Promise.all(Array.from({ length: 10 }, async () => { for (const number of numbers) await visit(number); }));
console.log(`${count} sessions are in a gather.`);
