// @ts-check
// Forms, and text fields whose text is a part of a scene's state.
import { h } from "./dom.js";

/**
 * Connects a field with a scene. Until the state contains the typed text, the field keeps its own text.
 *
 * @param {any} field
 * @param {(text: string) => Promise<any>} send Sends the typed text.
 * @param {() => string} text Returns the text of the state.
 * @returns {() => void} Shows the text of the state.
 */
export function connectField(field, send, text) {
  let waiting = 0;
  const show = () => {
    if (waiting === 0 && field.value !== text()) field.value = text();
  };
  field.addEventListener("input", async () => {
    waiting++;
    try {
      await send(field.value);
    } finally {
      waiting--;
      show();
    }
  });
  return show;
}

/**
 * A form, which the Enter key sends. The scene decides whether it can be sent.
 * @param {string} tag @param {() => void} done @param {...Node} children
 */
export function form(tag, done, ...children) {
  return h(tag, { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); done(); } }, ...children);
}

/**
 * A field with its label, which is seen if there is no placeholder.
 * @param {any} input @param {string} label
 */
export function labelled(input, label) {
  return h("div.field", {}, h(input.placeholder ? "label.only-read" : "label", { for: input.id }, label), input);
}
