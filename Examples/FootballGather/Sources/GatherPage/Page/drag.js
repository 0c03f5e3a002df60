// @ts-check
// Dragging rows between lists, with a mouse, a pen or a finger. A finger drags at the grip, and scrolls elsewhere.
import { h } from "./dom.js";

/** The distance, in pixels, after which a movement is a drag. A shorter one is a tap. */
const slack = 5;
/** The distance from an edge of the window, in pixels, at which a dragged row makes the window scroll. */
const edge = 60;

/**
 * Makes the rows of all lists in an element draggable. A row is a `li` with `data-player`.
 *
 * @param {HTMLElement} board
 * @param {(id: number, list: number, row: number) => void} drop Called with the index of the list, and that of the row after the
 *   dragged one was taken out.
 */
export function dragRows(board, drop) {
  board.addEventListener("pointerdown", event => {
    const target = /** @type {Element} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("li[data-player]"));
    const isHeld = (event.pointerType !== "touch" || target.closest(".icon-grip")) && !target.closest(".moves");
    if (row && isHeld && event.button === 0 && event.isPrimary) new Drag(board, row, event, drop);
  });
}

class Drag {
  /** @param {HTMLElement} board @param {HTMLElement} row @param {PointerEvent} start @param {(id: number, list: number, row: number) => void} drop */
  constructor(board, row, start, drop) {
    this.board = board;
    this.row = row;
    this.drop = drop;
    this.start = { x: start.clientX, y: start.clientY };
    this.pointer = start;
    this.isDragging = false;
    /** The place of the pointer in the row. */
    this.held = { x: 0, y: 0 };
    this.line = h("li.line", { "aria-hidden": "true" });
    this.ghost = h("li.ghost", { "aria-hidden": "true" });
    this.end = new AbortController();
    const { signal } = this.end;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) =>
      document.addEventListener(name, listener, { signal, capture: true });
    on("pointermove", event => this.moved(event));
    on("pointerup", event => this.released(event));
    on("pointercancel", () => this.stop());
    on("keydown", event => {
      if (event.key !== "Escape" || !this.isDragging) return;
      event.preventDefault();
      this.stop();
    });
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerId !== this.pointer.pointerId) return;
    this.pointer = event;
    if (!this.isDragging) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < slack) return;
      this.begin();
    }
    event.preventDefault();
    this.show();
  }

  begin() {
    this.isDragging = true;
    const box = this.row.getBoundingClientRect();
    this.held = { x: this.start.x - box.left, y: this.start.y - box.top };
    this.ghost.append(...this.row.cloneNode(true).childNodes);
    Object.assign(this.ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
    this.board.append(this.ghost);
    this.row.classList.add("dragged");
    this.board.classList.add("dragging");
    this.scroll();
  }

  /** The row follows the pointer, and a line shows where it would go. */
  show() {
    const { clientX, clientY } = this.pointer;
    this.ghost.style.transform = `translate(${clientX - this.held.x}px, ${clientY - this.held.y}px)`;
    const list = this.listAt(clientX, clientY);
    if (!list) return this.line.remove();
    const before = this.rows(list).find(row => middle(row) > clientY);
    if (this.line.nextSibling !== (before ?? null) || this.line.parentNode !== list) list.insertBefore(this.line, before ?? null);
  }

  /** @returns {HTMLElement[]} */
  get lists() { return [...this.board.querySelectorAll("ul")]; }

  /**
   * The rows of a list without the dragged one.
   * @param {HTMLElement} list
   */
  rows(list) {
    return /** @type {HTMLElement[]} */ ([...list.children]).filter(row => row !== this.row && row !== this.line);
  }

  /**
   * The list whose section is under a point.
   * @param {number} x
   * @param {number} y
   */
  listAt(x, y) {
    return this.lists.find(list => {
      const box = /** @type {Element} */ (list.parentElement).getBoundingClientRect();
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
  }

  /** Near an edge of the window, it scrolls. */
  scroll() {
    if (!this.isDragging) return;
    const { clientY } = this.pointer;
    const by = clientY < edge ? clientY - edge : clientY > innerHeight - edge ? clientY - innerHeight + edge : 0;
    if (by !== 0) {
      scrollBy(0, by / 4);
      this.show();
    }
    requestAnimationFrame(() => this.scroll());
  }

  /** @param {PointerEvent} event */
  released(event) {
    if (event.pointerId !== this.pointer.pointerId) return;
    const [isDragging, list] = [this.isDragging, this.listAt(event.clientX, event.clientY)];
    const row = list ? this.rows(list).filter(row => middle(row) <= event.clientY).length : 0;
    this.stop();
    if (!isDragging) return;
    // The click that follows is not a click on the row.
    const ignore = (/** @type {Event} */ click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", ignore, true));
    if (list) this.drop(Number(this.row.dataset.player), this.lists.indexOf(list), row);
  }

  stop() {
    this.isDragging = false;
    this.end.abort();
    this.ghost.remove();
    this.line.remove();
    this.row.classList.remove("dragged");
    this.board.classList.remove("dragging");
  }
}

/** @param {Element} row */
function middle(row) {
  const box = row.getBoundingClientRect();
  return box.top + box.height / 2;
}
