// @ts-check
// Shows the screen that is on top, and keeps those below as they are, with focus and scroll position.
import { setText } from "./dom.js";

/**
 * @param {any} flow
 * @param {{ make: (scene: any) => import("./frame.js").Screen | undefined, ask: (asked: any) => void }} parts
 */
export function stage(flow, { make, ask }) {
  const element = /** @type {HTMLElement} */ (document.getElementById("stage"));
  const overlay = /** @type {HTMLElement} */ (document.getElementById("overlay"));
  /** @type {Map<any, { screen: import("./frame.js").Screen, focus?: any, row?: { list: any, index: number }, scroll: number }>} */
  const screens = new Map();
  /** @type {any} */
  let shown;

  /** The scene of the screen on top, if that screen is there already. */
  const top = () => {
    const { path, asksToLogIn } = flow.state;
    const id = path.at(-1)?.id;
    return [...screens.keys()].find(({ place }) => asksToLogIn
      ? place?.field === "loginAgain" : place?.field === "path" && place.id === id);
  };

  /** The caption of the button that leaves a screen. */
  const back = (/** @type {any} */ { place }) => place.field === "loginAgain"
    ? flow.state.labels.cancel : flow.state.path.find((/** @type {any} */ screen) => screen.id === place.id)?.back;

  /**
   * Remembers what has the focus, before the screen changes: events of the focus do not come in a window behind another one. A title
   * has it only in place of something else, which gets it back.
   * @param {any} entry
   */
  const remember = entry => {
    const focused = /** @type {any} */ (document.activeElement);
    if (!focused || focused === entry.screen.heading || !entry.screen.element.contains(focused)) return;
    const row = focused.closest("li");
    entry.focus = focused;
    entry.row = row ? { list: row.parentNode, index: [...row.parentNode.children].indexOf(row) } : undefined;
  };

  const leave = () => {
    const entry = screens.get(shown);
    if (!entry) return;
    remember(entry);
    entry.scroll = scrollY;
    entry.screen.element.hidden = true;
  };

  const enter = (/** @type {any} */ scene) => {
    leave();
    shown = scene;
    const entry = /** @type {any} */ (screens.get(scene));
    entry.screen.element.hidden = false;
    cover(entry, scene.state.isLoading === true);
    scrollTo(0, entry.scroll);
    focusAgain(entry, entry.screen.first);
    entry.screen.appeared?.();
  };

  /**
   * Gives the focus to what had it. If that is gone, the row at its place gets it, and otherwise the first thing of the screen.
   * @param {any} entry @param {any} [first]
   */
  const focusAgain = ({ screen, focus, row }, first) => {
    const take = (/** @type {any} */ node) => {
      if (!node?.isConnected || node.disabled || !node.checkVisibility()) return false;
      node.focus({ preventScroll: true });
      return document.activeElement === node;
    };
    const neighbour = row?.list.children[Math.min(row.index, row.list.children.length - 1)];
    const like = focus?.classList[0];
    take(focus) || take(like && neighbour?.querySelector(`.${like}`)) || take(neighbour?.querySelector("button")) || take(first) || take(screen.heading);
  };

  // Who clicks beside everything wants no focus.
  addEventListener("pointerdown", event => {
    const entry = screens.get(shown);
    const target = /** @type {Element} */ (event.target);
    if (entry && !target.closest("button, input, select, label, dialog")) entry.focus = entry.row = undefined;
  });

  /** FG-UI-01: while something is loading, the screen ignores input. It can be left nevertheless. */
  const cover = (/** @type {any} */ entry, /** @type {boolean} */ isLoading) => {
    const { element } = entry.screen;
    setText(overlay.querySelector("span"), isLoading ? flow.state.labels.loading : "");
    overlay.hidden = !isLoading;
    if (isLoading) overlay.style.top = `${element.firstElementChild.getBoundingClientRect().bottom}px`;
    for (const part of element.querySelectorAll(":scope > main, :scope > footer, :scope > .bar > :last-child")) part.inert = isLoading;
  };

  /**
   * The focus is lost when its element is removed, covered or disabled. It comes back when there is something to give it to. The
   * button of a question that was answered may have it until the next frame.
   */
  const keepFocus = (/** @type {any} */ entry) => {
    const focused = /** @type {any} */ (document.activeElement);
    const isLost = focused === document.body || focused === entry.screen.heading || !focused?.checkVisibility();
    if (isLost && entry.focus && overlay.hidden) focusAgain(entry);
  };

  const render = () => {
    const scene = top();
    if (scene && scene !== shown) enter(scene);
    const entry = screens.get(shown);
    if (!entry) {
      overlay.hidden = true;
      return ask(undefined);
    }
    const { screen } = entry;
    remember(entry);
    screen.showBack(back(shown));
    document.title = [screen.title(shown.state), flow.state.labels.app].join(" · ");
    document.body.dataset.screen = shown.name;
    cover(entry, shown.state.isLoading === true);
    ask(screen.asked?.(shown.state));
    keepFocus(entry);
  };

  flow.onChild((/** @type {any} */ scene) => {
    const screen = make(scene);
    if (!screen) return;
    screens.set(scene, { screen, scroll: 0 });
    element.append(screen.element);
    scene.watch((/** @type {any} */ state) => {
      if (scene === shown) remember(screens.get(scene));
      screen.show(state);
      render();
    });
    scene.onClose(() => {
      screens.delete(scene);
      screen.element.remove();
      render();
    });
  });
  return { render };
}
