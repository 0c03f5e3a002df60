// Uses the client as a page in TypeScript does. Checked by `tsc --strict`, never run.
import { applyPatch, BridgeError, connect, showList, type Done, type Scene } from "../../../../Sources/CISBridgeClients/client.js";
import { connectToSocket } from "../../../../Sources/CISBridgeClients/socket.js";
import { scenes, type Children, type TodoAction, type TodoOutput, type TodoShown } from "../TodoPage/Page/scenes.js";

export async function use(list: HTMLUListElement): Promise<number> {
  const client = connect("/cis", {
    scenes,
    window: 2,
    workers: { dialog: { confirm: async (question: string, { signal }) => !signal.aborted && question.length > 0 } },
  });
  const todo: Scene<TodoShown, TodoAction, TodoOutput> = await client.open("todo");
  // @ts-expect-error There is no such scene.
  await client.open("tudu");
  // @ts-expect-error An editor is a child, and cannot be opened.
  await client.open("Editor");
  // @ts-expect-error This scene takes no value.
  await client.open("todo", { title: "Milk" });
  const count: number = (await client.open("meter")).state.count;
  const end = todo.watch(state => showList(
    list, state.items, item => item.id, () => document.createElement("li"), (node, item) => { node.textContent = item.title; }));
  // @ts-expect-error The state has no such member.
  todo.watch(state => state.rows);
  todo.onOutput(output => console.log(output.removed.count + count));
  todo.onChild((child: Scene<Children["Editor"]["state"], Children["Editor"]["action"]>) => {
    console.log(child.place?.field, child.parent === todo, child.state.item.title);
    void child.act({ type: { _0: "Milk" } });
  });
  const act = todo.act({ add: { title: "Milk" } });
  act.cancel();
  // @ts-expect-error There is no such action.
  void todo.act({ remove: {} });
  try {
    const done: Done = await act;
    if (done.end === "dropped") console.log(done.reason);
  } catch (error) {
    if (error instanceof BridgeError && error.code === "sessionLost") console.log(error.wasSent);
  }
  end();
  return applyPatch(todo.state, [{ op: "remove", path: "/items/0" }]).items.length;
}

/** A program in Node. */
export async function useSocket(): Promise<number> {
  const client = connectToSocket("/run/todo.socket", { scenes });
  // @ts-expect-error There is no such scene.
  await client.open("tudu");
  return (await client.open("todo")).state.items.length;
}

/** Without the types of the scenes, the type of a scene is declared where it is opened. */
export async function useUntyped(): Promise<string> {
  const named: Scene<{ name: string }, { rename: { _0: string } }> = await connect().open("named", { name: "a" });
  // @ts-expect-error There is no such action.
  void named.act({ remove: {} });
  return named.state.name;
}
