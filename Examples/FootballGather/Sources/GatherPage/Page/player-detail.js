// @ts-check
import { showList } from "/cis/client.js";
import { h, icon, newID, setText } from "./dom.js";
import { frame } from "./frame.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function playerDetail(scene, ui) {
  const screen = frame(ui, "playerDetail");
  const sections = h("div.groups");
  screen.body.append(sections);

  const makeSection = () => {
    const id = newID();
    return h("section.group", { "aria-labelledby": id }, h("h2", { id }), h("ul.rows.card"));
  };
  const makeRow = (/** @type {any} */ row) => h("li", {}, h(
    "button.row", { type: "button", onclick: () => ui.send(scene, { rowTapped: { _0: row.field } }) },
    h("span.pair", {}, h("span.name"), h("span.value")), icon("more")));
  const showRow = (/** @type {any} */ node, /** @type {any} */ row) => {
    setText(node.querySelector(".name"), row.title);
    setText(node.querySelector(".value"), row.value);
  };
  return {
    ...screen,
    title: state => state.title,
    show: state => {
      screen.showTitle(state.title);
      showList(sections, state.sections, section => section.title, makeSection, (node, section) => {
        setText(node.firstChild, section.title);
        showList(node.lastChild, section.rows, row => row.field, makeRow, showRow);
      });
    },
  };
}
