// @ts-check
import { h, newID, showButton } from "./dom.js";
import { connectField, form, labelled } from "./fields.js";
import { alertOf, frame } from "./frame.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function playerAdd(scene, ui) {
  const done = () => void ui.send(scene, { doneTapped: {} });
  const button = h("button.plain.strong", { type: "button", onclick: done });
  const input = h("input", { id: newID(), autocomplete: "off" });
  const screen = frame(ui, "playerAdd", { action: button });
  screen.body.append(form("form.card", done, labelled(input, scene.state.placeholder)));
  const showName = connectField(
    input, text => ui.send(scene, { edited: { _0: { name: "name", value: text } } }), () => scene.state.name);
  return {
    ...screen,
    first: input,
    title: state => state.title,
    asked: () => alertOf(ui, scene),
    show: state => {
      screen.showTitle(state.title);
      showButton(button, state.doneButton);
      showName();
    },
  };
}
