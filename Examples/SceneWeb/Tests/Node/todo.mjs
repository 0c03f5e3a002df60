// Uses the client in Node as a page does: node todo.mjs CLIENT ADDRESS
const [client, address] = process.argv.slice(2);
const { connect } = await import(client);

const asked = [];
const session = connect(`${address}/cis`, {
  workers: { dialog: { confirm: async question => { asked.push(question); return true; } } },
});
const todo = await session.open("todo");
const children = [];
todo.onChild(child => children.push([child.name, child.place.field, child.state.item.title]));
const ends = await Promise.allSettled([
  todo.act({ add: { title: "Milk 🥛" } }), todo.act({ fly: {} }), todo.act({ add: { title: "한글" } }), todo.act({ toggle: { id: 1 } }),
]);
await todo.act({ edit: { id: 2 } });
await todo.act({ removeDone: {} });
console.log(JSON.stringify({
  ends: ends.map(end => end.value?.end ?? end.reason.code), asked, children, titles: todo.state.items.map(item => item.title),
}));
session.close();
