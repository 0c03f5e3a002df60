// @ts-check
// The address of the page, and the browser's buttons for back and forward. They follow the stack of screens, and move it.

/**
 * The link that an address names: an empty one for the first screen, and `undefined` if the address cannot be read.
 *
 * @param {string} hash The part of the address from `#` on.
 * @returns {string | undefined}
 */
export function linkOf(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#\/?/, ""));
  } catch {
    return undefined;
  }
}

const link = () => linkOf(location.hash);

/**
 * Each screen of the stack has an entry in the browser's history, at its depth.
 *
 * @param {any} flow
 * @param {{ open: (link: string) => Promise<any>, refuse: () => void, goBack: (id: number) => Promise<any> }} actions
 *   `refuse`: the address cannot be read.
 */
export function followPath(flow, { open, refuse, goBack }) {
  const first = link();
  let depth = history.state?.depth ?? 0;
  /** Whether the browser is going to another entry. */
  let isMoving = false;
  /** The steps of the browser that the app has not taken yet. Before that, an entry for its path would end the way forward. */
  let steps = 0;

  const path = () => flow.state.path;
  /** @param {any} screen */
  const address = screen => `#/${screen.link ?? ""}`;
  /** @param {number} at */
  const entry = at => ({ depth: at, id: path()[at].id });

  const follow = () => {
    const wanted = path().length - 1;
    if (isMoving || steps > 0 || wanted < 0) return;
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

  /** Opens the screen of the address. */
  const openAddress = () => {
    const wanted = link();
    if (wanted === undefined) return refuse();
    return wanted ? open(wanted) : undefined;
  };

  const go = (/** @type {any} */ state) => {
    depth = state.depth;
    if (path().some((/** @type {any} */ screen) => screen.id === state.id)) return goBack(state.id);
    return openAddress();
  };

  /** The browser is at the entry with this state. */
  const arrive = (/** @type {any} */ state) => {
    isMoving = false;
    depth = state?.depth ?? 0;
    follow();
  };

  // A page that is left while the browser moves stays at its entry. If the browser has kept the page, no popstate follows.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isMoving) arrive(history.state);
  });

  addEventListener("popstate", async ({ state }) => {
    if (isMoving) return arrive(state);
    steps += 1;
    if (state) await go(state);
    else {
      // The user has typed an address.
      depth += 1;
      history.replaceState({ depth }, "");
      await openAddress();
    }
    steps -= 1;
    follow();
  });

  return {
    follow,
    /** Opens the screen of the address, if it is not open already. */
    async begin() {
      if (first === undefined || first !== path().at(-1)?.link) await openAddress();
      follow();
    },
    /** Opens the screen of the address in an app that was started again. */
    async beginAgain() {
      await openAddress();
    },
  };
}
