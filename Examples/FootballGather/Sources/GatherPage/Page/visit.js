// @ts-check
// The key of the visit: with it, a page that is loaded again gets the screens and the login that it had. It is a secret, so no
// address contains it. It is removed with the tab.
const name = "football-gather.visit";

/**
 * Uses a storage of the browser. Whoever allows none gets a page that works and remembers nothing.
 *
 * @template Value
 * @param {() => Value} use
 * @returns {Value | null}
 */
function ifAllowed(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Keeps the values that the app remembers from one visit to the next. */
export const storage = {
  get: (/** @type {string} */ key) => ifAllowed(() => localStorage.getItem(key)),
  set: (/** @type {{ name: string, value?: string | null }} */ { name, value }) => ifAllowed(() => {
    if (value == null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  }) ?? null,
};

export function visitKey() {
  const known = ifAllowed(() => sessionStorage.getItem(name));
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const key = btoa(String.fromCharCode(...bytes));
  ifAllowed(() => sessionStorage.setItem(name, key));
  return key;
}
