// @ts-check
// The address of the page, and the browser's buttons for back and forward. They follow the stack of screens, and move it.

const link = () => decodeURIComponent(location.hash.replace(/^#\/?/, ""));

/**
 * Each screen of the stack has an entry in the browser's history, at its depth.
 *
 * @param {any} flow
 * @param {{ open: (link: string) => Promise<any>, goBack: (id: number) => Promise<any> }} actions
 */
export function followPath(flow, { open, goBack }) {
  const first = link();
  let depth = history.state?.depth ?? 0;
  /** Whether the browser is going to another entry. */
  let isMoving = false;

  const path = () => flow.state.path;
  /** @param {any} screen */
  const address = screen => `#/${screen.link ?? ""}`;
  /** @param {number} at */
  const entry = at => ({ depth: at, id: path()[at].id });

  const follow = () => {
    const wanted = path().length - 1;
    if (isMoving || wanted < 0) return;
    if (wanted < depth) {
      isMoving = true;
      return history.go(wanted - depth);
    }
    // The login keeps the address. It is opened after the login.
    if (depth > 0) history.replaceState(entry(depth), "", address(path()[depth]));
    else history.replaceState(entry(0), "");
    while (depth < wanted) {
      depth += 1;
      history.pushState(entry(depth), "", address(path()[depth]));
    }
  };

  const go = (/** @type {any} */ state) => {
    depth = state.depth;
    if (path().some((/** @type {any} */ screen) => screen.id === state.id)) return goBack(state.id);
    return link() ? open(link()) : undefined;
  };

  addEventListener("popstate", async ({ state }) => {
    if (isMoving) {
      isMoving = false;
      depth = state?.depth ?? 0;
      return follow();
    }
    if (state) await go(state);
    else {
      // The user has typed an address.
      depth += 1;
      history.replaceState({ depth }, "");
      if (link()) await open(link());
    }
    follow();
  });

  return {
    follow,
    /** Opens the screen of the address, if it is not open already. */
    async begin() {
      if (first && first !== path().at(-1)?.link) await open(first);
      follow();
    },
    /** Opens the screen of the address in an app that was started again. */
    async beginAgain() {
      if (link()) await open(link());
    },
  };
}
