// @ts-check
// The frame of all screens: a bar with a title, and a place for the content.
import { h, icon, newID, setText } from "./dom.js";

/**
 * What a screen needs from the page.
 *
 * @typedef {{ send: (scene: any, action: any) => Promise<any>, goBack: () => void }} UI
 */

/**
 * A screen, as the page shows it.
 *
 * @typedef {{
 *   element: any, show: (state: any) => void, showBack: (caption: string | undefined) => void,
 *   title: (state: any) => string, asked?: (state: any) => import("./dialog.js").Asked | undefined,
 *   appeared?: () => void, first?: any }} Screen
 *   `asked`: the question to ask, if there is one. `first`: what has the focus at first, otherwise the title.
 */

/**
 * Makes the frame of a screen.
 *
 * @param {UI} ui
 * @param {string} name
 * @param {{ action?: any, foot?: any }} [parts] The button at the right of the bar, and what is at the lower edge.
 */
export function frame(ui, name, parts = {}) {
  const { action, foot } = parts;
  const titleID = newID();
  const title = h("h1", { id: titleID, tabIndex: -1 });
  const caption = h("span");
  const back = h("button.back", { type: "button", onclick: ui.goBack }, icon("back"), caption);
  const body = h("main");
  const element = h(
    "section.screen", { "aria-labelledby": titleID, hidden: true }, h("header.bar", {}, back, title, action ?? h("span")),
    body);
  element.dataset.screen = name;
  if (foot) element.append(h("footer", {}, foot));
  return {
    element, body, heading: title,
    /** @param {string} text */
    showTitle: text => setText(title, text),
    /** @param {string | undefined} text */
    showBack: text => {
      back.hidden = text == null;
      setText(caption, text ?? "");
    },
  };
}

/**
 * The alert of a screen.
 * @param {UI} ui
 * @param {any} scene
 * @returns {import("./dialog.js").Asked | undefined}
 */
export function alertOf(ui, scene) {
  const question = scene.state.alert;
  return question ? { question, cancelled: () => void ui.send(scene, { alertDismissed: {} }) } : undefined;
}
