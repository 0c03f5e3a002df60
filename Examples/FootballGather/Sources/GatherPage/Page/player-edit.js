// @ts-check
import { h, icon, newID, showButton } from "./dom.js";
import { connectField, form, labelled } from "./fields.js";
import { alertOf, frame } from "./frame.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function playerEdit(scene, ui) {
  const send = (/** @type {any} */ action) => ui.send(scene, action);
  const done = () => void send({ doneTapped: {} });
  const button = h("button.plain.strong", { type: "button", onclick: done });
  const screen = frame(ui, "playerEdit", { action: button });
  const value = scene.state.options.length > 0 ? choice(scene, send, done) : text(scene, send, done);
  screen.body.append(value.element);
  return {
    ...screen,
    first: value.first,
    title: state => state.title,
    asked: state => state.conflict ? {
      question: state.conflict, confirmed: () => void send({ saveMineTapped: {} }),
      cancelled: () => void send({ keepTheirsTapped: {} }), dismissed: () => void send({ conflictDismissed: {} }),
    } : alertOf(ui, scene),
    show: state => {
      screen.showTitle(state.title);
      showButton(button, state.doneButton);
      value.show();
    },
  };
}

/** @param {any} scene @param {(action: any) => Promise<any>} send @param {() => void} done */
function text(scene, send, done) {
  const { title, placeholder, isNumber } = scene.state;
  const input = h("input", { id: newID(), placeholder, autocomplete: "off", inputMode: isNumber ? "numeric" : "text" });
  const show = connectField(input, text => send({ edited: { _0: { name: "text", value: text } } }), () => scene.state.text);
  return { element: form("form.card", done, labelled(input, title)), first: input, show };
}

/** @param {any} scene @param {(action: any) => Promise<any>} send @param {() => void} done */
function choice(scene, send, done) {
  const name = newID();
  const inputs = scene.state.options.map((/** @type {string} */ _, /** @type {number} */ index) => h("input", {
    type: "radio", name, onchange: () => send({ optionTapped: { _0: index } }),
  }));
  const rows = inputs.map((/** @type {any} */ input, /** @type {number} */ index) => h(
    "label.row", {}, input, h("span.name", {}, scene.state.options[index]), icon("check")));
  const element = h("div.rows.card.options", { role: "radiogroup", "aria-label": scene.state.title }, ...rows);
  element.onkeydown = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") done(); };
  const show = () => inputs.forEach((/** @type {any} */ input, /** @type {number} */ index) => {
    input.checked = scene.state.selectedOption === index;
  });
  return { element, show, get first() { return inputs[scene.state.selectedOption ?? 0]; } };
}
