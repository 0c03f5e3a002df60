// @ts-check
// Alerts, and questions with two answers. The state says whether there is one, and a button only says what was pressed.
import { h, newID, setText } from "./dom.js";

/**
 * @typedef {{ title: string, message: string, confirm?: string, cancel: string, isDestructive: boolean }} Question
 * @typedef {{ question: Question, confirmed?: () => void, cancelled: () => void, dismissed?: () => void }} Asked
 *   `dismissed`: the key Escape, if it is not the same as the button that cancels.
 */

const [titleID, messageID] = [newID(), newID()];
const title = h("h2", { id: titleID });
const message = h("p", { id: messageID });
const cancel = h("button", { type: "button" });
const confirm = h("button", { type: "button" });
const dialog = h(
  "dialog.question", { role: "alertdialog", "aria-labelledby": titleID, "aria-describedby": messageID },
  title, message, h("div.buttons", {}, cancel, confirm));

/** @type {Asked | undefined} */
let asked;
const dismiss = () => (asked?.dismissed ?? asked?.cancelled)?.();
cancel.onclick = () => asked?.cancelled();
confirm.onclick = () => asked?.confirmed?.();
// The state decides when the dialog closes.
dialog.oncancel = (/** @type {Event} */ event) => {
  event.preventDefault();
  dismiss();
};
// If the key is pressed again, a browser closes the dialog nevertheless.
dialog.onclose = () => { if (!dialog.open) dismiss(); };

/**
 * Shows a question, or none.
 * @param {Asked | undefined} next
 */
export function ask(next) {
  asked = next;
  if (!next) return dialog.close();
  const { question } = next;
  setText(title, question.title);
  setText(message, question.message);
  setText(cancel, question.cancel);
  setText(confirm, question.confirm ?? "");
  confirm.hidden = question.confirm == null;
  confirm.className = question.isDestructive ? "destructive" : "primary";
  cancel.className = confirm.hidden ? "primary" : "";
  if (dialog.open) return;
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
  cancel.focus();
}
