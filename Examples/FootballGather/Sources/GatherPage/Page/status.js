// @ts-check
// Whether the app can be reached, and what else concerns the whole page.
import { h, setText } from "./dom.js";
import { wording } from "./wording.js";

const status = /** @type {HTMLElement} */ (document.getElementById("status"));
const text = h("span");
const notice = h("span");
const button = h("button.plain", { type: "button" });
status.append(text, notice, button);
// What stays at the upper edge is below the banner, however high that is.
new ResizeObserver(() => {
  document.documentElement.style.setProperty("--banner", `${status.getBoundingClientRect().height}px`);
}).observe(status);

/** @param {string} name */
export function showStatus(name) {
  document.body.dataset.status = name;
  setText(text, wording.status[name] ?? name);
  arrange();
}

/**
 * Shows a sentence with a button that removes it, or does something else.
 *
 * @param {string} sentence @param {string} [caption] @param {() => void} [action]
 * @returns {() => void} Removes it, unless another one has taken its place.
 */
export function showNotice(sentence, caption = wording.ok, action) {
  const remove = () => {
    if (notice.textContent !== sentence) return;
    setText(notice, "");
    arrange();
  };
  setText(notice, sentence);
  setText(button, caption);
  button.onclick = action ?? remove;
  arrange();
  return remove;
}

function arrange() {
  button.hidden = notice.textContent === "";
  status.hidden = text.textContent === "" && button.hidden;
}
