// @ts-check
import { h, newID, showButton } from "./dom.js";
import { connectField } from "./fields.js";
import { alertOf, frame } from "./frame.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function playerAdd(scene, ui) {
  const done = () => void ui.send(scene, { doneTapped: {} });
  const button = h("button.plain.strong", { type: "button", onclick: done });
  const input = h("input", { id: newID(), autocomplete: "off" });
  const screen = frame(ui, "playerAdd", { action: button });
  screen.body.append(formOf(input, scene.state.placeholder, done));
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

/**
 * A form with one field, which the Enter key sends. The scene decides whether it can be sent. The label is seen if there is no
 * placeholder.
 *
 * @param {any} input @param {string} label @param {() => void} done
 */
export function formOf(input, label, done) {
  const form = h("form.card", {}, h("div.field", {}, h(input.placeholder ? "label.only-read" : "label", { for: input.id }, label), input));
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    done();
  };
  return form;
}
