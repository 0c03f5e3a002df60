// @ts-check
import { h, icon, newID, say, setText, showButton } from "./dom.js";
import { dragRows } from "./drag.js";
import { alertOf, frame } from "./frame.js";
import { wording } from "./wording.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function confirmPlayers(scene, ui) {
  const start = h("button.primary.wide", { type: "button", onclick: () => ui.send(scene, { startTapped: {} }) });
  const screen = frame(ui, "confirmPlayers", { foot: start });
  // What is said is what the device can do. A finger has the buttons in the rows.
  const hint = h(
    "p.hint", { id: newID() }, h("span.by-finger", {}, wording.byFinger), h("span.by-mouse", {}, wording.byMouse));
  const board = h("div.board");
  screen.body.append(hint, board);

  /** @type {Map<number, any>} The rows by player. They move between the lists. */
  const nodes = new Map();
  const lists = scene.state.sections.map((/** @type {any} */ section) => {
    const id = newID();
    const count = h("span.count", { "aria-hidden": "true" });
    const list = h("ul.rows", { "aria-labelledby": id });
    list.dataset.team = section.team;
    const nobody = h("p.none", {}, section.emptyText);
    board.append(h("section.team.card", {}, h("h2", { id }, section.title), count, list, nobody));
    return { list, count, nobody };
  });
  const makeRow = (/** @type {any} */ row) => {
    const button = h(
      "button.row", { type: "button", "aria-describedby": hint.id }, icon("grip"), h("span.name", {}, row.name),
      h("span.acronym"));
    button.onclick = () => move(row.id, (place, sections) => next(place, 1, sections.length));
    button.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const step = steps[event.key];
      if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      move(row.id, step);
    };
    const moves = scene.state.sections.map((/** @type {any} */ section, /** @type {number} */ index) => {
      const target = h("button.move", {
        type: "button", "aria-label": `${row.name}: ${section.title}`, onclick: () => move(row.id, () => ({ section: index, row: end })),
      }, section.title.split(" ").at(-1));
      return target;
    });
    const node = h("li", {}, button, h("div.moves", {}, ...moves));
    node.dataset.player = row.id;
    return node;
  };

  // The moves run one after the other. Each begins where the previous one has ended.
  let moving = Promise.resolve();
  /** @param {number} id @param {(from: Place, sections: any[]) => Place | undefined} to */
  const move = (id, to) => {
    moving = moving.then(async () => {
      const { sections } = scene.state;
      const from = placeOf(id, sections);
      const target = from && to(from, sections);
      if (!from || !target || scene.isClosed) return;
      await ui.send(scene, { moved: { from: onWire(from, sections), to: onWire(target, sections) } });
      announce(id, scene.state.sections);
    });
  };
  dragRows(board, (id, section, row) => move(id, () => ({ section, row })));

  const show = (/** @type {any} */ state) => {
    const focused = document.activeElement;
    const known = new Set();
    state.sections.forEach((/** @type {any} */ section, /** @type {number} */ index) => {
      const { list, count, nobody } = lists[index];
      setText(count, String(section.rows.length));
      nobody.hidden = section.rows.length > 0;
      const rows = section.rows.map((/** @type {any} */ row) => {
        const node = nodes.get(row.id) ?? makeRow(row);
        nodes.set(row.id, node);
        known.add(row.id);
        setText(node.querySelector(".acronym"), row.position);
        [...node.lastChild.children].forEach((button, place) => { button.hidden = place === index; });
        node.firstChild.setAttribute("aria-label", [row.name, row.positionName].filter(Boolean).join(", "));
        return node;
      });
      if (rows.some((/** @type {any} */ node, /** @type {number} */ at) => list.children[at] !== node) || list.children.length !== rows.length) {
        list.replaceChildren(...rows);
      }
    });
    for (const id of nodes.keys()) if (!known.has(id)) nodes.delete(id);
    // A node that moves loses its focus.
    if (focused !== document.activeElement && focused instanceof HTMLElement && focused.isConnected) {
      const isSeen = /** @type {any} */ (focused).checkVisibility();
      const next = /** @type {HTMLElement} */ (isSeen ? focused : focused.closest("li")?.querySelector(".row"));
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
    }
  };
  return {
    ...screen,
    title: state => state.title,
    asked: () => alertOf(ui, scene),
    show: state => {
      screen.showTitle(state.title);
      showButton(start, state.startButton);
      show(state);
    },
  };
}

/** @typedef {{ section: number, row: number }} Place The indexes of a section and of a row in it. */

/** @param {number} id @param {any[]} sections @returns {Place | undefined} */
function placeOf(id, sections) {
  for (const [section, { rows }] of sections.entries()) {
    const row = rows.findIndex((/** @type {any} */ row) => row.id === id);
    if (row >= 0) return { section, row };
  }
}

/** @param {Place} place @param {any[]} sections */
const onWire = ({ section, row }, sections) => ({ section: sections[section].team, row });

/**
 * Says where a player is now.
 * @param {number} id
 * @param {any[]} sections
 */
function announce(id, sections) {
  const place = placeOf(id, sections);
  if (!place) return;
  const { title, rows } = sections[place.section];
  say(`${rows[place.row].name}: ${title}, ${place.row + 1}/${rows.length}`);
}

const end = Number.MAX_SAFE_INTEGER;

/**
 * The end of another section. After the last of `count` sections comes the first.
 * @param {Place} place
 * @param {number} by
 * @param {number} [count]
 * @returns {Place}
 */
const next = ({ section }, by, count = Infinity) =>
  ({ section: (section + by) % count, row: end });

/** The moves of the arrow keys: inside a section, over its edge, and to the next section. */
const steps = /** @type {Record<string, (from: Place, sections: any[]) => Place | undefined>} */ ({
  ArrowUp: from => {
    if (from.row > 0) return { section: from.section, row: from.row - 1 };
    return from.section > 0 ? next(from, -1) : undefined;
  },
  ArrowDown: (from, sections) => {
    if (from.row < sections[from.section].rows.length - 1) return { section: from.section, row: from.row + 1 };
    return from.section < sections.length - 1 ? { section: from.section + 1, row: 0 } : undefined;
  },
  ArrowLeft: from => from.section > 0 ? next(from, -1) : undefined,
  ArrowRight: (from, sections) => from.section < sections.length - 1 ? next(from, 1) : undefined,
});
