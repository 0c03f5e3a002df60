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
  /** @type {Map<any, { screen: import("./frame.js").Screen, focus?: any, scroll: number }>} */
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

  const leave = () => {
    const entry = screens.get(shown);
    if (!entry) return;
    entry.scroll = scrollY;
    if (entry.screen.element.contains(document.activeElement)) entry.focus = document.activeElement;
    entry.screen.element.hidden = true;
  };

  const enter = (/** @type {any} */ scene) => {
    leave();
    shown = scene;
    const { screen, focus, scroll } = /** @type {any} */ (screens.get(scene));
    screen.element.hidden = false;
    scrollTo(0, scroll);
    (focus?.isConnected && !focus.disabled ? focus : screen.first ?? screen.heading).focus({ preventScroll: true });
    screen.appeared?.();
  };

  /** FG-UI-01: while something is loading, the screen ignores input. */
  const cover = (/** @type {any} */ entry, /** @type {boolean} */ isLoading) => {
    const { element } = entry.screen;
    setText(overlay.lastElementChild, isLoading ? flow.state.labels.loading : "");
    overlay.hidden = !isLoading;
    if (isLoading === element.inert) return;
    if (isLoading && element.contains(document.activeElement)) entry.focus = document.activeElement;
    element.inert = isLoading;
    const focus = entry.focus ?? entry.screen.heading;
    if (!isLoading && document.activeElement === document.body && focus.isConnected) focus.focus({ preventScroll: true });
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
    screen.showBack(back(shown));
    document.title = [screen.title(shown.state), flow.state.labels.app].join(" · ");
    document.body.dataset.screen = shown.name;
    cover(entry, shown.state.isLoading === true);
    ask(screen.asked?.(shown.state));
  };

  flow.onChild((/** @type {any} */ scene) => {
    const screen = make(scene);
    if (!screen) return;
    screens.set(scene, { screen, scroll: 0 });
    element.append(screen.element);
    scene.watch((/** @type {any} */ state) => {
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
