// Checks what the types allow and refuse. It is only compiled.
import type { Scenes, TodoState } from "./scenes";

const add: Scenes["todo"]["action"] = { add: { title: "milk" } };
const clear: Scenes["todo"]["action"] = { clear: {} };
// @ts-expect-error: there is no such case
const wrong: Scenes["todo"]["action"] = { remove: { id: 1 } };
// @ts-expect-error: an id is a number
const text: Scenes["todo"]["action"] = { toggle: { id: "1" } };
// @ts-expect-error: an action is one case
const two: Scenes["todo"]["action"] = { add: { title: "milk" }, clear: {} };
export const done = (state: TodoState): number[] => state.items.filter((item) => item.isDone).map((item) => item.id);
export const all = [add, clear, wrong, text, two];
