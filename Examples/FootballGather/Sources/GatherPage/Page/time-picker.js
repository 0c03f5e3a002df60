// @ts-check
// The panel that sets the time of a gather: a column for each component.
import { showList } from "/cis/client.js";
import { h } from "./dom.js";

/**
 * @param {{ cancel: string, done: string, set: string }} labels
 * @param {(action: any) => Promise<any>} send
 * @param {() => void} closed Called when the panel is hidden, with the focus in it.
 */
export function timePicker(labels, send, closed) {
  const columns = h("div.columns");
  const cancel = () => void send({ pickerCancelled: {} });
  const element = h(
    "div.picker", { role: "group", "aria-label": labels.set, hidden: true }, columns, h(
      "div.buttons", {}, h("button", { type: "button", onclick: cancel }, labels.cancel),
      h("button.primary", { type: "button", onclick: () => send({ pickerDone: {} }) }, labels.done)));
  element.onkeydown = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") cancel(); };

  const makeColumn = (/** @type {any} */ column) => {
    const select = h("select", { "aria-label": column.component });
    select.append(...column.options.map((/** @type {string} */ option, /** @type {number} */ index) => new Option(option, String(index))));
    select.onchange = () => send({ picked: { _0: column.component, _1: Number(select.value) } });
    return select;
  };
  return {
    element,
    /** @param {any[] | null | undefined} picker @param {any} others What is hidden while the panel is shown. */
    show: (picker, others) => {
      const wasHidden = element.hidden;
      const hadFocus = element.contains(document.activeElement);
      showList(columns, picker ?? [], column => column.component, makeColumn, (select, column) => {
        select.value = column.selected == null ? "" : String(column.selected);
      });
      element.hidden = picker == null;
      others.hidden = picker != null;
      if (wasHidden && picker) columns.firstChild?.focus();
      if (!wasHidden && !picker && hadFocus) closed();
    },
  };
}
