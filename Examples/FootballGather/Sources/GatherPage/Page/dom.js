// @ts-check
// Small helpers for nodes. They do not depend on scenes.

/**
 * Makes an element.
 *
 * @param {string} tag The name of the element, with classes: `button.primary`.
 * @param {Record<string, any>} [properties] Properties of the node; those with a dash, and `role`, are attributes.
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") node.setAttribute(key, value);
    else Object.assign(node, { [key]: value });
  }
  node.append(...children);
  return node;
}

/**
 * Sets a text only if it differs, so that assistive technology does not announce an unchanged text.
 * @param {any} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @param {any} button @param {{ caption: string, isEnabled: boolean }} state */
export function showButton(button, { caption, isEnabled }) {
  setText(button, caption);
  enable(button, isEnabled);
}

/**
 * Whether a button can be pressed. The one with the focus keeps it, and is only said to be disabled, so that the keyboard does not
 * begin at the top of the page again. The scene ignores what cannot be done.
 *
 * @param {any} button @param {boolean} isEnabled
 */
export function enable(button, isEnabled) {
  const hasFocus = document.activeElement === button;
  button.disabled = !isEnabled && !hasFocus;
  if (isEnabled || !hasFocus) return button.removeAttribute("aria-disabled");
  button.setAttribute("aria-disabled", "true");
  button.addEventListener("blur", () => {
    button.disabled = button.getAttribute("aria-disabled") === "true";
    button.removeAttribute("aria-disabled");
  }, { once: true });
}

const paths = {
  back: "M15 5 8 12l7 7",
  more: "m9 5 7 7-7 7",
  trash: "M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  check: "m5 12.5 5 5L19 7.5",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  reload: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
};

/**
 * A decorative picture. Its meaning is always expressed in words, too.
 * @param {keyof typeof paths} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", paths[name]);
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  picture.classList.add("icon", `icon-${name}`);
  picture.append(path);
  return picture;
}

let lastID = 0;

/** An id that no other node has. */
export const newID = () => `n${++lastID}`;

/**
 * Announces a text through assistive technology, also if it is the one that was announced last.
 * @param {string} text
 */
export function say(text) {
  const said = /** @type {HTMLElement} */ (document.getElementById("said"));
  said.textContent = "";
  // Under an open question everything is inert, and is not announced.
  const place = document.querySelector("dialog[open]") ?? document.body;
  if (said.parentNode !== place) place.append(said);
  // Not in the next frame: a hidden page has none.
  setTimeout(() => { said.textContent = text; }, 100);
}
