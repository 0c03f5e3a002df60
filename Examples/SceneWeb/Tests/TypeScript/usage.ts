// The client as a page in TypeScript uses it. Checked by `tsc --strict`, never run.
import { applyPatch, BridgeError, connect, showList, type Done, type Scene } from "../../../../Sources/CISBridgeClients/client.js";

interface State { items: { id: number; title: string }[] }
type Action = { add: { title: string } } | { refresh: {} };
type Output = { said: { _0: string } };

export async function use(list: HTMLUListElement): Promise<number> {
  const client = connect("/cis", {
    window: 2,
    workers: { dialog: { confirm: async (question: string, { signal }) => !signal.aborted && question.length > 0 } },
  });
  const todo: Scene<State, Action, Output> = await client.open<State, Action, Output>("todo");
  const end = todo.watch(state => showList(
    list, state.items, item => item.id, () => document.createElement("li"), (node, item) => { node.textContent = item.title; }));
  todo.onOutput(output => console.log(output.said._0));
  todo.onChild(child => console.log(child.place?.field, child.parent === todo));
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
