// @ts-check
/**
 * A client for the scenes of an app, for a page or a program in Node (18 or newer). One file, no dependencies.
 *
 *     import { connect } from "/cis/client.js";
 *     const client = connect();
 *     const todo = await client.open("todo");
 *     todo.watch(state => show(state));
 *     await todo.act({ add: { title: "Milk" } });     // fulfilled after the state with its result was shown
 *
 * The client keeps the order of actions, acknowledges states, and reconnects when the connection breaks. It then sends
 * unanswered messages again with the same numbers, so that no action runs twice.
 */

/**
 * @typedef {{ type: string, [member: string]: any }} Message
 * @typedef {{ op: "add" | "remove" | "replace" | "move", path: string, from?: string, value?: any }} Operation
 * @typedef {{ end: "finished" | "cancelled" | "dropped", reason?: string, rev: number }} Done
 * @typedef {Promise<Done> & { cancel(): void }} Act An action that was sent. Cancelling it is only a request.
 * @typedef {{ session: string, schemaChanged: boolean }} Restart
 * @typedef {"connecting" | "connected" | "waiting" | "refused" | "closed"} Status
 *   `waiting`: the server does not answer, or something else answers instead of it.
 *   `refused`: 403 was the answer to the first request of a connection, or the app is of another version. This is final.
 * @typedef {(args: any, call: { signal: AbortSignal }) => any} Method
 *   Returns the answer, a promise of it, or an async iterable, which yields answers and returns the last one.
 * @typedef {Record<string, Record<string, Method>>} Workers The workers that this side implements, by name.
 */

/**
 * @typedef {{ action: any, state: any, output: any, input: any }} SceneType
 */

/**
 * @template [Scenes=any]
 * @typedef {{ readonly schema: string, readonly types: object, readonly of?: Scenes }} SceneTypes
 *   The types of an app's scenes, as `swift package bridge-clients --language javascript` writes them. For TypeScript,
 *   `--language typescript` writes their names.
 */

/** An error of the app, or the failure of an action whose session was lost. */
export class BridgeError extends Error {
  /**
   * @param {string} code The kind of error: `badAction`, `closedScene`, `sessionLost`, `closed` and so on.
   * @param {{ at?: string, expected?: string, got?: string, wasSent?: boolean, differences?: any[] }} [detail]
   */
  constructor(code, detail = {}) {
    super(detail.expected ? `${code} at ${detail.at || "/"}: expected ${detail.expected}, got ${detail.got}` : code);
    this.name = "BridgeError";
    this.code = code;
    this.at = detail.at ?? "";
    this.expected = detail.expected ?? "";
    this.got = detail.got ?? "";
    /**
     * For `otherSchema`: how the types of the app differ from those that this side was built for, the worst first.
     * @type {{ grade: "fine" | "risky" | "impossible", at: string, text: string }[]}
     */
    this.differences = detail.differences ?? [];
    /** For an action: whether it may have run. The app refuses an action before it runs. */
    this.wasSent = detail.wasSent ?? true;
  }
}

/**
 * Encodes a value as JSON.
 *
 * @param {any} value
 * @param {string} code The code of the error if the value has no JSON form, or contains a text with a lone surrogate.
 * @param {string} at
 * @returns {string}
 */
function encoded(value, code, at) {
  /** @param {string} got */
  const error = got => new BridgeError(code, { at, expected: "a value that JSON has", got, wasSent: false });
  let text;
  try { text = JSON.stringify(value); } catch (problem) { throw error(String(problem)); }
  if (text === undefined) throw error(typeof value);
  // JSON.stringify writes only lone surrogates as `\ud800` to `\udfff`. Two backslashes stand for one in the text.
  if (text.includes("\\ud") && /(^|[^\\])(\\\\)*\\ud[89a-f]/.test(text)) throw error("half a character");
  return text;
}

/** @param {unknown} error Anything that a function can throw, also what cannot be made a text. @returns {string} */
function inWords(error) {
  try { return String(error instanceof Error ? error.message : error); } catch { return "an error that is no text"; }
}

/**
 * Encodes a text as JSON, and cuts it so that it has at most so many bytes.
 * @param {string} text @param {number} room @returns {string}
 */
function shortened(text, room) {
  for (let part = text.slice(0, room); ; part = part.slice(0, part.length / 2)) {
    // A text that is cut may end with half a character.
    const json = JSON.stringify(part.replace(/\p{Surrogate}/gu, "\uFFFD"));
    if (part === "" || utf8.encode(json).length <= room) return json;
  }
}

// MARK: States

/** @param {string} pointer @returns {string[]} */
const parts = pointer => pointer.split("/").slice(1).map(part => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** @param {any} container @param {string} key @param {boolean} [mayBeNew] @returns {string | number} */
function place(container, key, mayBeNew = false) {
  if (Array.isArray(container)) {
    const index = key === "-" && mayBeNew ? container.length : /^(0|[1-9][0-9]*)$/.test(key) ? Number(key) : NaN;
    if (index < container.length || (mayBeNew && index === container.length)) return index;
  } else if (container !== null && typeof container === "object") {
    if (mayBeNew || Object.prototype.hasOwnProperty.call(container, key)) return key;
  }
  throw new BridgeError("badPatch", { at: key, expected: "a place that exists", got: "none" });
}

/** @param {any} object @param {string | number} key @param {any} value */
function set(object, key, value) {
  // As in JSON, `__proto__` is an ordinary member and not the prototype.
  if (key === "__proto__") Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/**
 * Applies the steps of a patch (RFC 6902: add, remove, replace, move). The given state does not change; parts that the
 * patch does not change are shared between both states.
 *
 * @template S
 * @param {S} state
 * @param {Operation[]} operations
 * @returns {S}
 */
export function applyPatch(state, operations) {
  const root = { state: /** @type {any} */ (state) };
  /** The containers that were copied for this patch and may be changed. */
  const own = new Set([root]);
  /** @param {any} container @param {string | number} key */
  const open = (container, key) => {
    const value = container[key];
    if (own.has(value) || value === null || typeof value !== "object") return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    own.add(copy);
    set(container, key, copy);
    return copy;
  };
  /** @param {string} pointer @returns {[container: any, key: string]} */
  const find = pointer => {
    const keys = ["state", ...parts(pointer)];
    let container = /** @type {any} */ (root);
    for (const key of keys.slice(0, -1)) container = open(container, place(container, key));
    return [container, keys[keys.length - 1]];
  };
  /** @param {string} pointer */
  const remove = pointer => {
    const [container, key] = find(pointer);
    const at = place(container, key);
    const value = container[at];
    if (Array.isArray(container)) container.splice(Number(at), 1);
    else delete container[at];
    return value;
  };
  /** @param {string} pointer @param {any} value */
  const add = (pointer, value) => {
    const [container, key] = find(pointer);
    const at = place(container, key, true);
    if (Array.isArray(container)) container.splice(Number(at), 0, value);
    else set(container, at, value);
  };
  for (const step of operations) {
    if (step.op === "add") add(step.path, step.value);
    else if (step.op === "remove") remove(step.path);
    else if (step.op === "move") add(step.path, remove(step.from ?? ""));
    else if (step.op === "replace") {
      const [container, key] = find(step.path);
      set(container, place(container, key), step.value);
    } else throw new BridgeError("badPatch", { at: "/op", expected: "add, remove, replace or move", got: step.op });
  }
  return root.state;
}

/** @param {string} a @param {string} b Compares two texts by their UTF-8 bytes, which is the order of their code points. */
function byBytes(a, b) {
  const [x, y] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = Number(x[i].codePointAt(0)) - Number(y[i].codePointAt(0));
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

const utf8 = new TextEncoder();

/**
 * The checksum that debug builds of an app send with a state: FNV-1a over a canonical form.
 *
 * @param {any} tree
 * @returns {number}
 */
export function checksum(tree) {
  let hash = 0x811c9dc5;
  const bits = new DataView(new ArrayBuffer(8));
  /** @param {number} byte */
  const byte = byte => { hash = Math.imul(hash ^ byte, 0x01000193); };
  /** @param {string} text */
  const plain = text => { for (let i = 0; i < text.length; i++) byte(text.charCodeAt(i)); };
  /** @param {string} value */
  const text = value => {
    const bytes = utf8.encode(value);
    plain(`s${bytes.length}:`);
    bytes.forEach(byte);
  };
  /** @param {any} value */
  const add = value => {
    if (value === null) plain("n");
    else if (typeof value === "boolean") plain(value ? "t" : "f");
    else if (typeof value === "string") text(value);
    else if (typeof value === "number") {
      plain("d");
      bits.setFloat64(0, value);
      for (let i = 0; i < 8; i++) byte(bits.getUint8(i));
    } else if (Array.isArray(value)) {
      plain("[");
      value.forEach(add);
      plain("]");
    } else {
      plain("{");
      for (const key of Object.keys(value).sort(byBytes)) { text(key); add(value[key]); }
      plain("}");
    }
  };
  add(tree);
  return hash >>> 0;
}

/**
 * Functions that are called when something happens.
 * @template V
 */
class Listeners {
  constructor() { /** @type {Set<(value: V) => void>} */ this.all = new Set(); }

  /** @param {(value: V) => void} listener @returns {() => void} Ends it. */
  add(listener) {
    this.all.add(listener);
    return () => { this.all.delete(listener); };
  }

  /**
   * An exception in one listener does not affect the others.
   * @param {V} value
   */
  call(value) {
    for (const listener of [...this.all]) {
      try { listener(value); } catch (error) { console.error(error); }
    }
  }
}

// MARK: Scenes

/**
 * A scene of the app. Its state is never changed in place: compare parts of it with `===`.
 *
 * @template [State=any]
 * @template [Action=any]
 * @template [Output=any]
 */
export class Scene {
  /** @param {Client} client @param {Message} opened @param {Scene | undefined} parent */
  constructor(client, opened, parent) {
    /** @private */ this.client = client;
    /**
     * The number of the scene in its session.
     * @type {number}
     */
    this.id = opened.scene;
    /**
     * The name of the scene in the app.
     * @type {string}
     */
    this.name = opened.name;
    /** The scene whose state presents this one. */ this.parent = parent;
    /**
     * The field of the parent's state, and the id of the element.
     * @type {{ field: string, id?: any } | undefined}
     */
    this.place = opened.place;
    /**
     * The state that was shown last.
     * @type {State}
     */
    this.state = opened.state;
    /**
     * Its revision.
     * @type {number}
     */
    this.rev = opened.rev;
    /** Whether the scene is closed. */ this.isClosed = false;
    /**
     * The scenes that the state of this one presents.
     * @type {Set<Scene>}
     */
    this.children = new Set();
    /**
     * Whether the whole state was requested, because a patch did not fit.
     * @internal
     */
    this.isLost = false;
    /**
     * The app's answer to that request, if it cannot encode the state.
     * @internal @type {BridgeError | undefined}
     */
    this.problem = undefined;
    /**
     * Whether `close` was called.
     * @internal
     */
    this.isClosing = false;
    /** @private @type {Listeners<State>} */ this.states = new Listeners();
    /** @internal @type {Listeners<Output>} */ this.outputs = new Listeners();
    /** @internal @type {Listeners<Scene>} */ this.openings = new Listeners();
    /** @internal @type {Listeners<void>} */ this.closings = new Listeners();
  }

  /**
   * Calls a function with the state, now and whenever it changes.
   * @param {(state: State) => void} listener
   */
  watch(listener) {
    const end = this.states.add(listener);
    listener(this.state);
    return end;
  }

  /**
   * Calls a function with each output of the scene.
   * @param {(output: Output) => void} listener
   */
  onOutput(listener) { return this.outputs.add(listener); }

  /**
   * Calls a function with each child: with the existing ones now, and with later ones when they are opened.
   * @param {(child: Scene) => void} listener
   */
  onChild(listener) {
    const end = this.openings.add(listener);
    for (const child of this.children) listener(child);
    return end;
  }

  /**
   * Calls a function when the scene is closed.
   * @param {() => void} listener
   */
  onClose(listener) { return this.closings.add(listener); }

  /**
   * Sends an action.
   *
   * @param {Action} action The action in the format of Swift: `{ add: { title: "Milk" } }`, `{ select: { _0: 7 } }`, `{ refresh: {} }`.
   * @returns {Act} Fulfilled when the action has ended and the resulting state was shown. Rejected with a
   *   {@link BridgeError} if the app refuses the action, if the session is lost, or if the action has run, but its state cannot be
   *   shown, because the app cannot encode it.
   */
  act(action) { return this.client.act(this, action); }

  /** Closes the scene. A scene that follows the state of its parent can only be closed by that state. */
  close() { this.client.closeScene(this); }

  /** @internal @param {Message} message */
  replaced(message) {
    this.isLost = false;
    this.show(message.type === "opened" ? message.state : message.full, message);
  }

  /** @internal @param {Message} message @returns {boolean} Whether the patch fits. */
  patched(message) {
    if (this.isLost || message.base !== this.rev) return false;
    let state;
    try { state = applyPatch(this.state, message.ops); } catch { return false; }
    if (message.sum !== undefined && checksum(state) !== message.sum) return false;
    this.show(state, message);
    return true;
  }

  /** @private @param {State} state @param {Message} message */
  show(state, message) {
    this.rev = message.rev;
    this.state = state;
    this.states.call(state);
  }
}

// MARK: The client

/**
 * @typedef {{ ref: number, n: number, scene: Scene, action: string, promise?: Act, resolve: (done: Done) => void, reject: (error: Error) => void }} Pending
 * @typedef {{ ref: number, name: string, text: string, scene?: Scene, resolve: (scene: any) => void, reject: (error: Error) => void }} Opening
 */

/**
 * A session with an app. Made by {@link connect}.
 *
 * @template {Record<keyof Scenes, SceneType>} [Scenes=any]
 */
export class Client {
  /** @param {Link} link @param {{ workers?: Workers, window?: number, name?: string, scenes?: SceneTypes<Scenes>, keep?: boolean | string, endsWithPage?: boolean }} options */
  constructor(link, options) {
    /**
     * Whether the app can be reached.
     * @type {Status}
     */
    this.status = "connecting";
    /**
     * The HTTP status that was received instead of the app's answer, such as 401 of a proxy that wants a login. 302 stands for every
     * redirection. `undefined` if nothing answers.
     * @type {number | undefined}
     */
    this.http = undefined;
    /**
     * The scenes that this side has opened, and their children.
     * @type {Map<number, Scene>}
     */
    this.scenes = new Map();
    /**
     * The limits of the app.
     * @type {{ message: number, inFlight: number, answers?: number }}
     */
    this.limits = { message: 1 << 20, inFlight: 256 };
    /** @private */ this.link = link;
    /** @private */ this.options = options;
    /** @private @type {{ session: string, token: string, schema: string } | undefined} */ this.session = undefined;
    /** @internal */ this.isWelcome = false;
    /** @private */ this.lastRef = 0;
    /**
     * The number of the last action that was sent.
     * @private
     */
    this.lastNumber = 0;
    /**
     * Actions that wait to be sent, in order.
     * @private
     * @type {Pending[]}
     */
    this.queue = [];
    /**
     * Actions in flight, in order.
     * @private
     * @type {Map<number, Pending>}
     */
    this.sent = new Map();
    /** @private @type {Map<number, Opening>} */ this.openings = new Map();
    /**
     * The names and inputs of the opened scenes, for another session.
     * @private
     * @type {Map<Scene, Opening>}
     */
    this.roots = new Map();
    /**
     * Openings to send when all scenes of a resumed session are known.
     * @private
     * @type {Set<number> | undefined}
     */
    this.awaitedScenes = undefined;
    /**
     * Messages other than actions that wait to be sent.
     * @private
     * @type {{ type: string, text: string }[]}
     */
    this.control = [];
    /**
     * Ends of actions whose states were requested again.
     * @private @type {Message[]}
     */
    this.held = [];
    /** @private @type {Map<number, number>} */ this.acks = new Map();
    /** @private @type {Map<number, AbortController>} */ this.calls = new Map();
    /**
     * For each call that is being answered: how many answers were sent, how many may be sent, and the function that lets it continue.
     * @private
     * @type {Map<number, { count: number, room: number, go: () => void }>}
     */
    this.gates = new Map();
    /**
     * The last answers of this session by their calls, because the app may request a lost answer again.
     * @private
     * @type {Map<number, string>}
     */
    this.answers = new Map();
    /**
     * Errors without a reference, because the app could not read the message far enough.
     * @private
     * @type {BridgeError[]}
     */
    this.nameless = [];
    /**
     * The reference of the request for the expected number, and the last number that was sent before it.
     * @private
     * @type {{ ref: number, last: number } | undefined}
     */
    this.question = undefined;
    /**
     * The scenes that an earlier document of this page has opened and this one has not requested yet, by the references of the requests.
     * @private
     * @type {Map<number, { text: string, scene?: Scene }>}
     */
    this.kept = new Map();
    /**
     * The last number that an earlier document has used. The app may not have received its last messages.
     * @private
     */
    this.numberBefore = 0;
    /** @private @type {Listeners<Status>} */ this.statuses = new Listeners();
    /** @private @type {Listeners<Restart>} */ this.restarts = new Listeners();
    /** @private @type {Listeners<BridgeError>} */ this.errors = new Listeners();
    this.goOnAfterReload();
    link.start(this);
  }

  /**
   * Calls a function when the app becomes reachable or unreachable.
   * @param {(status: Status, http: number | undefined) => void} listener `http`: the HTTP status that was received instead of the
   *   app's answer, see {@link Client.http}.
   */
  onStatus(listener) {
    const end = this.statuses.add(status => listener(status, this.http));
    listener(this.status, this.http);
    return end;
  }

  /**
   * Calls a function when the app has lost the session: it was stopped and started again, or too much time has passed. The
   * client has already asked for the scenes again, and each shows its new state when it is open. Actions that waited have failed
   * with `sessionLost`.
   * @param {(restart: Restart) => void} listener
   */
  onRestart(listener) { return this.restarts.add(listener); }

  /**
   * Calls a function with each error that belongs to no action and no scene.
   * @param {(error: BridgeError) => void} listener
   */
  onError(listener) { return this.errors.add(listener); }

  /**
   * Opens a scene. With `scenes` in the options of {@link connect} its types are those of the app.
   *
   * @template {keyof Scenes & string} Name
   * @param {Name} name The name of the scene in the app.
   * @param {undefined extends Scenes[Name]["input"] ? [input?: Scenes[Name]["input"]] : [input: Scenes[Name]["input"]]} rest
   *   The input of the scene, if it takes one.
   * @returns {Promise<Scene<Scenes[Name]["state"], Scenes[Name]["action"], Scenes[Name]["output"]>>}
   */
  open(name, ...rest) {
    const [input] = rest;
    return new Promise((resolve, reject) => {
      if (this.status === "closed" || this.status === "refused") return reject(new BridgeError(this.status));
      const text = encoded(name, "unknownName", "/scene") + (input === undefined ? "" : `,"input":${encoded(input, "badInput", "/input")}`);
      this.checkLength(text);
      if (this.claim({ ref: 0, name, text, resolve, reject })) return;
      this.sendOpening({ ref: ++this.lastRef, name, text, resolve, reject });
    });
  }

  /** Sends everything that waits and then `bye`, so that the app ends the session. */
  close() { this.disconnect(JSON.stringify({ type: "bye" })); }

  /** @private @param {string} [last] The last message. */
  disconnect(last) {
    if (this.status === "closed") return;
    this.link.end(last);
    // Closing does not wait for the answers.
    for (const act of [...this.sent.values(), ...this.queue]) act.promise?.catch(() => {});
    this.failAll(new BridgeError("closed"));
    this.setStatus("closed");
  }

  // MARK: Reload

  /** @private Where the session is stored while the page is reloaded. */
  get place() { return `cis ${this.link.path} ${this.options.keep}`; }

  /**
   * Called when the page is left for ever, or to be reloaded. With the option `keep`, the session is stored for the next document
   * of this tab. Otherwise it ends, unless the option `endsWithPage` is false.
   * @internal
   */
  leave() {
    if (this.options.endsWithPage === false) return this.disconnect();
    if (!this.options.keep || !this.session) return this.close();
    for (const [call, { count }] of this.gates) {
      // The next document cannot continue a sequence. It is asked again for what has no answer yet, and has this one if it is lost.
      if (count === 0) continue;
      const text = JSON.stringify({ type: "reply", call, err: "The page was reloaded." });
      this.keepAnswer(call, text);
      this.sendText("reply", text);
    }
    this.link.end();
    const scenes = [...[...this.roots.values(), ...this.openings.values()].map(({ ref, text }) => [ref, text]), ...[...this.kept].map(([ref, { text }]) => [ref, text])];
    // The next document sends again what has no answer. The app runs nothing twice that has a number.
    for (const act of this.queue) if (act.n === 0) act.n = ++this.lastNumber;
    const unanswered = [...this.sent.values(), ...this.queue].map(({ ref, n, scene, action }) => [ref, n, scene.id, action]);
    const { session, lastRef, lastNumber } = this;
    for (const acts of [unanswered, []]) {
      try {
        sessionStorage.setItem(this.place, JSON.stringify({ session, lastRef, lastNumber, scenes, acts, answers: [...this.answers] }));
        break;
      } catch { /* No storage is allowed, or it is too small. Without one, the next document begins a new session. */ }
    }
    this.failAll(new BridgeError("closed"));
    this.setStatus("closed");
  }

  /** @private Continues the session of the document before this one. */
  goOnAfterReload() {
    if (!this.options.keep) return;
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.place) ?? "null");
      // A tab that is duplicated gets a copy of the storage, and must not get the session.
      sessionStorage.removeItem(this.place);
      if (!kept) return;
      [this.session, this.lastRef, this.lastNumber, this.numberBefore] = [kept.session, kept.lastRef, kept.lastNumber, kept.lastNumber];
      this.kept = new Map(kept.scenes.map((/** @type {[number, string]} */ [ref, text]) => [ref, { text }]));
      this.answers = new Map(kept.answers);
      this.queue = kept.acts.map((/** @type {[number, number, number, string]} */ [ref, n, id, action]) => (
        { ref, n, scene: /** @type {any} */ ({ id }), action, resolve() {}, reject() {} }));
    } catch { /* No storage is allowed. */ }
  }

  /** @private @param {Opening} request @returns {boolean} Whether the scene is one of the document before this one. */
  claim(request) {
    const found = [...this.kept].find(([, { text }]) => text === request.text);
    if (!found) return false;
    const [ref, { scene }] = found;
    this.kept.delete(ref);
    const opening = { ...request, ref };
    if (scene && !scene.isClosed) {
      this.roots.set(scene, opening);
      opening.resolve(scene);
    } else if (this.isWelcome && !this.awaitedScenes) this.sendOpening(opening);
    else this.openings.set(ref, opening);
    return true;
  }

  // MARK: Requests of scenes

  /** @internal @param {Scene} scene @param {any} action @returns {Act} */
  act(scene, action) {
    /** @type {Pending | undefined} */
    let pending;
    const promise = /** @type {Act} */ (new Promise((resolve, reject) => {
      if (this.status === "refused") return reject(new BridgeError("refused", { wasSent: false }));
      if (this.status === "closed" || scene.isClosed || scene.isClosing) return reject(new BridgeError("closedScene", { wasSent: false }));
      // Encoded now, because the page may change the value later.
      const text = encoded(action, "badAction", "/action");
      this.checkLength(text);
      pending = { ref: ++this.lastRef, n: 0, scene, action: text, resolve, reject };
      this.queue.push(pending);
      this.link.wake();
    }));
    if (pending) pending.promise = promise;
    promise.cancel = () => { if (pending) this.cancel(pending); };
    return promise;
  }

  /** @private @param {Pending} pending */
  cancel(pending) {
    const index = this.queue.indexOf(pending);
    // An action that has a number must be sent.
    if (index >= 0 && pending.n === 0) {
      this.queue.splice(index, 1);
      pending.resolve({ end: "cancelled", rev: pending.scene.rev });
    } else if (this.sent.has(pending.ref) || index >= 0) {
      this.send({ type: "cancel", ref: pending.ref });
    }
  }

  /** @internal @param {Scene} scene */
  closeScene(scene) {
    this.roots.delete(scene);
    if (!scene.parent) scene.isClosing = true;
    // A scene that is being opened again is closed after that.
    if (this.isKnown(scene)) this.send({ type: "close", scene: scene.id });
  }

  /** @private @param {Scene} scene */
  isKnown(scene) { return this.scenes.get(scene.id) === scene; }

  /**
   * Whether the first waiting action can be sent. It cannot while its scene is being opened again. The app knows the scene of an
   * action of the document before this one, or refuses it.
   * @private
   */
  isNextReady() {
    const next = this.queue[0];
    if (next === undefined || this.sent.size >= this.limits.inFlight) return false;
    return next.n > 0 || this.isKnown(next.scene) || !(next.scene instanceof Scene);
  }

  /** @private @param {Opening} opening */
  sendOpening(opening) {
    this.openings.set(opening.ref, opening);
    this.sendText("open", `{"type":"open","ref":${opening.ref},"scene":${opening.text}}`);
  }

  /** @private @param {Message} message */
  send(message) { this.sendText(message.type, JSON.stringify(message)); }

  /** @private @param {string} type @param {string} text */
  sendText(type, text) {
    this.control.push({ type, text });
    this.link.wake();
  }

  /**
   * Throws if a message with this text is longer than the app accepts.
   * @private
   * @param {string} text
   */
  checkLength(text) {
    const length = utf8.encode(text).length + 100;
    const { message } = this.limits;
    if (length > message) throw new BridgeError("tooLong", { expected: `at most ${message} bytes`, got: String(length), wasSent: false });
  }

  // MARK: Calls of the link

  /** @internal @param {Status} status @param {number} [http] */
  setStatus(status, http) {
    if (this.status === "closed" || (this.status === status && this.http === http)) return;
    [this.status, this.http] = [status, http];
    this.statuses.call(status);
  }

  /** @internal The first message of a connection. @returns {Message} */
  hello() {
    this.isWelcome = false;
    /** @type {Message} */
    const hello = { type: "hello", v: [1, 1], client: this.options.name ?? "javascript", window: this.options.window ?? 1 };
    const { scenes } = this.options;
    // The types that the page was built for. They are sent again after a reconnection: the server may have changed its types, and
    // changed them back.
    const schema = scenes?.schema ?? this.session?.schema;
    if (schema) hello.schema = schema;
    if (scenes) hello.types = scenes.types;
    if (!this.session) return hello;
    const known = [...this.scenes].filter(([, scene]) => !scene.isLost).map(([id, scene]) => [id, scene.rev]);
    hello.resume = { session: this.session.session, token: this.session.token, seen: Object.fromEntries(known) };
    return hello;
  }

  /** @internal The next message to send. @returns {string | undefined} */
  nextMessage() {
    if (!this.isWelcome) return undefined;
    const pending = this.isNextReady() ? this.queue.shift() : undefined;
    if (pending) {
      if (pending.n === 0) pending.n = ++this.lastNumber;
      this.sent.set(pending.ref, pending);
      return `{"type":"act","ref":${pending.ref},"scene":${pending.scene.id},"n":${pending.n},"action":${pending.action}}`;
    }
    const message = this.control.shift();
    if (message) return message.text;
    const [ack] = this.acks;
    if (!ack) return undefined;
    this.acks.delete(ack[0]);
    return JSON.stringify({ type: "ack", scene: ack[0], rev: ack[1] });
  }

  /** @internal @param {Message} message */
  take(message) {
    switch (message.type) {
      case "welcome": return this.welcomed(message);
      case "opened": return this.opened(message);
      case "state": case "patch": return this.changed(message);
      case "done": return this.done(message);
      case "output": return this.output(message);
      case "call": return void this.answer(message);
      case "uncall": return this.calls.get(message.call)?.abort();
      case "room": return this.hasRoom(message.call, message.n);
      case "closed": return this.closed(message.scene);
      case "error": return this.failed(message);
    }
    // Newer apps may send more kinds of messages.
  }

  /** @private @param {Message} message */
  welcomed(message) {
    const before = this.session;
    this.session = { session: message.session, token: message.token, schema: message.schema };
    this.limits = { ...message.limits, answers: message.answers };
    this.acks.clear();
    [this.held, this.nameless, this.question] = [[], [], undefined];
    if (before && !message.resumed) this.lost(before.schema !== message.schema);
    else if (before) this.goOn(message);
    this.isWelcome = true;
    // A link of another kind, such as the streams of a program, does not tell requests from events.
    if (this.link.worked) this.link.worked("events"); else this.setStatus("connected");
    this.link.wake();
  }

  /**
   * The session continues: unanswered messages are sent again with the same numbers.
   * @private
   * @param {Message} message
   */
  goOn(message) {
    this.queue = [...this.sent.values(), ...this.queue];
    this.sent.clear();
    this.control = [...this.link.takeUnconfirmed(), ...this.control].filter(
      message => ["reply", "cancel", "close"].includes(message.type));
    // The app sends scenes that this side does not know without a request, including those that were requested. The other
    // requests are sent again after them.
    this.awaitedScenes = new Set(Object.keys(message.scenes).map(Number).filter(id => !this.scenes.has(id)));
    this.askAgain();
  }

  /** @private @param {number} [id] The id of a scene that has become known. */
  askAgain(id) {
    if (id !== undefined) this.awaitedScenes?.delete(id);
    if (this.awaitedScenes?.size !== 0) return;
    this.awaitedScenes = undefined;
    for (const opening of [...this.openings.values()]) this.sendOpening(opening);
  }

  /**
   * The session is lost. Its actions are not sent again, because they may have run.
   * @private
   * @param {boolean} schemaChanged
   */
  lost(schemaChanged) {
    this.link.takeUnconfirmed();
    // A document that has just begun has lost nothing that it has shown, except actions of the document before it.
    const isReloaded = (this.numberBefore > 0 || this.kept.size > 0) && this.sent.size + this.queue.length === 0;
    const [sent, queue, openings] = [[...this.sent.values()], this.queue, [...this.openings.values()]];
    const roots = [...this.roots];
    [this.lastNumber, this.numberBefore] = [0, 0];
    this.kept.clear();
    [this.queue, this.control, this.awaitedScenes] = [[], [], undefined];
    this.sent.clear();
    this.openings.clear();
    for (const call of this.calls.values()) call.abort();
    this.calls.clear();
    this.gates.clear();
    this.answers.clear();
    for (const [id, scene] of [...this.scenes]) if (scene.parent || scene.isClosing) this.closed(id);
    for (const { scene } of openings) if (scene?.isClosing) this.end(scene);
    this.scenes.clear();
    // Its number may now belong to another scene.
    for (const [scene] of roots) scene.id = 0;
    for (const act of sent) act.reject(new BridgeError("sessionLost", { wasSent: true }));
    for (const act of queue) act.reject(new BridgeError("sessionLost", { wasSent: act.n > 0 }));
    for (const [scene, opening] of roots) this.sendOpening({ ...opening, ref: ++this.lastRef, scene });
    for (const opening of openings) if (!opening.scene) this.sendOpening(opening);
    if (!isReloaded || roots.length > 0) this.restarts.call({ session: this.session?.session ?? "", schemaChanged });
  }

  /** @private @param {Message} message */
  opened(message) {
    const opening = message.ref === undefined ? undefined : this.openings.get(message.ref);
    if (opening) this.openings.delete(opening.ref);
    const known = this.scenes.get(message.scene) ?? opening?.scene;
    if (known) {
      known.id = message.scene;
      this.scenes.set(known.id, known);
      if (opening && this.roots.has(known)) this.roots.set(known, { ...opening, scene: undefined });
      known.replaced(message);
      if (opening?.scene && !this.roots.has(known)) this.closeScene(known);
    } else {
      const scene = new Scene(this, message, this.scenes.get(message.parent));
      this.scenes.set(scene.id, scene);
      scene.parent?.children.add(scene);
      scene.parent?.openings.call(scene);
      const kept = opening ? undefined : this.kept.get(message.ref);
      if (kept) kept.scene = scene;
      if (opening) {
        this.roots.set(scene, opening);
        opening.resolve(scene);
      }
    }
    this.askAgain(message.scene);
    // Actions of a scene that was opened again wait for it.
    this.link.wake();
  }

  /** @private @param {Message} message */
  changed(message) {
    const scene = this.scenes.get(message.scene);
    if (!scene) return;
    if (message.type === "state") scene.replaced(message);
    else if (!scene.patched(message)) {
      [scene.isLost, scene.problem] = [true, undefined];
      return this.send({ type: "sync", scene: scene.id });
    }
    this.acknowledge(scene);
    this.release();
  }

  /** @private @param {Message} message */
  output(message) {
    const scene = this.scenes.get(message.scene);
    if (!scene) return;
    scene.outputs.call(message.value);
    // An output needs no acknowledgement. But a server keeps its events until this side sends something.
    this.acknowledge(scene);
  }

  /**
   * Handles the ends of actions whose states have arrived.
   * @private
   */
  release() {
    for (const done of this.held.splice(0)) this.done(done);
  }

  /**
   * The app sends the next state of a scene when this one is acknowledged: at most one in a frame.
   * @private
   * @param {Scene} scene
   */
  acknowledge(scene) {
    let isDone = false;
    const ack = () => {
      if (isDone || !this.isKnown(scene)) return;
      isDone = true;
      this.acks.set(scene.id, scene.rev);
      this.link.wake();
    };
    if (typeof document === "undefined" || document.hidden) return ack();
    // A hidden page has no frames, and a page may be hidden before its next frame.
    const timer = setTimeout(ack, 1_000);
    requestAnimationFrame(() => { clearTimeout(timer); ack(); });
  }

  /** @private @param {Message} message */
  done(message) {
    const act = this.sent.get(message.ref);
    // Its state has not arrived yet.
    const isLost = act?.scene.isLost && !act.scene.isClosed;
    if (isLost && !act.scene.problem) return void this.held.push(message);
    this.sent.delete(message.ref);
    if (isLost && message.end === "finished") act.reject(/** @type {BridgeError} */ (act.scene.problem));
    else act?.resolve({ end: message.end, ...(message.reason ? { reason: message.reason } : {}), rev: message.rev });
    this.link.wake();
  }

  /** @private @param {number} id */
  closed(id) {
    const scene = this.scenes.get(id);
    this.scenes.delete(id);
    if (scene) this.end(scene);
    this.release();
    this.askAgain(id);
  }

  /** @private @param {Scene} scene */
  end(scene) {
    scene.isClosed = true;
    this.roots.delete(scene);
    scene.parent?.children.delete(scene);
    for (const child of [...scene.children]) this.closed(child.id);
    // Actions with a number were sent, and will be answered.
    const unsent = this.queue.filter(act => act.scene === scene && act.n === 0);
    this.queue = this.queue.filter(act => !unsent.includes(act));
    for (const act of unsent) act.reject(new BridgeError("closedScene", { wasSent: false }));
    this.link.wake();
    scene.closings.call();
  }

  /** @private @param {Message} message */
  failed(message) {
    const error = new BridgeError(message.code, /** @type {any} */ (message));
    const opening = this.openings.get(message.ref);
    const act = this.sent.get(message.ref);
    if (message.code === "skippedNumber") return this.skipped(message.ref, Number(message.expected));
    const scene = this.scenes.get(message.scene);
    if (scene?.isLost) {
      scene.problem = error;
      this.release();
    }
    if (opening) {
      this.openings.delete(message.ref);
      if (opening.scene) this.end(opening.scene);
      opening.reject(error);
    } else if (act) {
      // An action with a forgotten number has used it.
      error.wasSent = message.code === "forgottenNumber";
      if (error.wasSent) this.sent.delete(act.ref); else this.renumber(act);
      act.reject(error);
      this.link.wake();
    } else if (message.ref === undefined && this.sent.size > 0 && ["badJSON", "tooLong", "tooDeep", "duplicateKey"].includes(message.code)) {
      // The error may belong to an action. To find out, an action with an impossible number is sent: it never runs, and its
      // error contains the number that the app expects.
      this.nameless.push(error);
      this.question = { ref: ++this.lastRef, last: this.lastNumber };
      this.send({ type: "act", ref: this.lastRef, scene: 0, n: Number.MAX_SAFE_INTEGER, action: null });
    } else if (!["cannotResume", "closedCall", "closedScene", "unknownRef"].includes(message.code)) {
      // These four errors follow from messages that were settled in the meantime.
      this.errors.call(error);
    }
    if (message.code === "badVersion") this.refuse();
    // A scene of a resumed session that cannot be encoded is not opened now.
    this.askAgain(message.scene);
  }

  /**
   * The app expects the number of an action that was sent before the one with this reference: it could not read that action,
   * and its error has no reference. Errors of actions after one that was refused already have references that are no
   * longer known.
   * @private
   * @param {number} ref @param {number} expected
   */
  skipped(ref, expected) {
    const last = this.question?.ref === ref ? this.question.last : (this.sent.get(ref)?.n ?? 0) - 1;
    if (last < 0) return;
    const refused = [...this.sent.values()].find(act => act.n === expected && act.n <= last);
    if (refused) {
      const error = this.nameless[0] ?? new BridgeError("badMessage");
      // Later actions are sent again, and may be refused again.
      this.nameless = [];
      this.renumber(refused);
      error.wasSent = false;
      refused.reject(error);
    } else if (this.question?.ref === ref) {
      this.question = undefined;
      for (const error of this.nameless.splice(0)) this.errors.call(error);
    } else if (expected <= this.numberBefore) {
      // The app has not received the last actions of the document before this one.
      this.numberBefore = 0;
      this.renumber({ ref: 0, n: expected });
    } else {
      const act = this.sent.get(ref);
      if (act) {
        this.renumber(act);
        act.reject(new BridgeError("skippedNumber", { at: "/n", expected: String(expected), got: String(act.n), wasSent: false }));
      }
    }
  }

  /**
   * Handles a message that is too long for the server.
   * @internal
   * @param {string} text
   */
  dropped(text) {
    const code = "tooLong";
    const { type, ref, call, ok } = JSON.parse(text);
    if (type === "act" || type === "open") this.failed({ type: "error", ref, code });
    else if (type === "reply" && ok !== undefined) {
      // A sequence has nothing more to send.
      this.calls.get(call)?.abort();
      this.send({ type: "reply", call, err: code });
    } else this.errors.call(new BridgeError(code));
  }

  /** @internal The app refuses this client. @param {number} [http] */
  refuse(http) {
    this.link.stop();
    this.setStatus("refused", http);
    for (const act of [...this.sent.values(), ...this.queue]) act.reject(new BridgeError("refused", { wasSent: act.n > 0 }));
    this.failAll(new BridgeError("refused", { wasSent: false }));
  }

  /**
   * A refused action does not use its number, so later actions are refused, too. They are sent again with the numbers that
   * follow now, and with other references, because their errors have not arrived yet.
   * @private @param {{ ref: number, n: number }} refused
   */
  renumber(refused) {
    this.question = undefined;
    this.sent.delete(refused.ref);
    const behind = [...this.sent.values(), ...this.queue].filter(act => act.n > refused.n);
    this.lastNumber = refused.n - 1;
    for (const act of behind) {
      this.sent.delete(act.ref);
      [act.ref, act.n] = [++this.lastRef, 0];
    }
    this.queue = [...behind, ...this.queue.filter(act => !behind.includes(act))];
    this.link.wake();
  }

  /** @private @param {Message} message */
  async answer({ call, worker, method, arguments: args }) {
    // The call was sent again after a reconnection.
    if (this.calls.has(call)) return;
    const known = this.answers.get(call);
    if (known !== undefined) return this.sendText("reply", known);
    const controller = new AbortController();
    this.calls.set(call, controller);
    const gate = { count: 0, room: this.limits.answers ?? Infinity, go: () => {} };
    this.gates.set(call, gate);
    controller.signal.addEventListener("abort", () => gate.go());
    /** @param {string} answer @param {boolean} [isLast] */
    const reply = (answer, isLast = true) => {
      if (this.calls.get(call) !== controller || controller.signal.aborted) return;
      // With its number, so that what is sent again after a break does not arrive twice.
      const text = `{"type":"reply","call":${call},"n":${++gate.count},${answer}}`;
      if (isLast) this.keepAnswer(call, text);
      this.sendText("reply", text);
    };
    /** @param {any} value */
    const ok = value => {
      const answer = `"ok":${encoded(value ?? null, "badAnswer", "/ok")}`;
      this.checkLength(answer);
      return answer;
    };
    // The app has room for a number of answers that it has not read.
    const hasRoom = async () => {
      while (gate.count >= gate.room && !controller.signal.aborted) await new Promise(resolve => { gate.go = () => resolve(undefined); });
    };
    /** @type {AsyncIterator<any> | undefined} */
    let iterator;
    // A sequence that is not read to its end has something to close, perhaps.
    const close = async () => { await iterator?.return?.(undefined); };
    try {
      const own = this.options.workers?.[worker];
      if (!own || typeof own[method] !== "function") throw new Error(`This host has no ${worker}.${method}.`);
      const value = await own[method](args, { signal: controller.signal });
      if (value?.[Symbol.asyncIterator]) {
        const opened = iterator = /** @type {AsyncIterator<any>} */ (value[Symbol.asyncIterator]());
        controller.signal.addEventListener("abort", () => void close().catch(() => {}));
        let next;
        while (!(next = await opened.next()).done && !controller.signal.aborted) {
          await hasRoom();
          reply(`${ok(next.value)},"more":true`, false);
        }
        await hasRoom();
        reply(next.value === undefined ? '"err":"The stream has ended."' : ok(next.value));
      } else reply(ok(value));
    } catch (error) {
      reply(`"err":${shortened(inWords(error), Math.min(16_384, this.limits.message - 100))}`);
      void close().catch(() => {});
    }
    if (this.calls.get(call) === controller) {
      this.calls.delete(call);
      this.gates.delete(call);
    }
  }

  /** @private @param {number} call @param {number} room How many answers may be sent in all. */
  hasRoom(call, room) {
    const gate = this.gates.get(call);
    if (!gate || room <= gate.room) return;
    gate.room = room;
    gate.go();
  }

  /**
   * Keeps the newest answers, of about a million characters.
   * @private
   * @param {number} call @param {string} text
   */
  keepAnswer(call, text) {
    this.answers.set(call, text);
    let room = 1 << 20;
    for (const [known, answer] of [...this.answers].reverse()) {
      room -= answer.length + 64;
      if (room < 0 && known !== call) this.answers.delete(known);
    }
  }

  /** @private @param {BridgeError} error */
  failAll(error) {
    for (const waiting of [...this.sent.values(), ...this.queue, ...this.openings.values()]) waiting.reject(error);
    this.queue = [];
    this.sent.clear();
    this.openings.clear();
    for (const call of this.calls.values()) call.abort();
    this.calls.clear();
    this.gates.clear();
  }
}

// MARK: HTTP

/**
 * An answer that is not the app's: that of a proxy, a login page, another server.
 */
class OtherAnswer extends Error {
  /** @param {Response} response */
  constructor(response) {
    super(`status ${response.status}`);
    // A body that nobody reads would keep its connection, and a browser has six.
    void response.body?.cancel().catch(() => {});
    // A browser does not tell which redirection it has received.
    this.http = response.type === "opaqueredirect" ? 302 : response.status;
  }
}

/** @param {string} text A message. */
const isAcknowledgement = text => text.startsWith('{"type":"ack"');

const isHidden = () => typeof document !== "undefined" && document.hidden;

/** How many bytes browsers take when a page is closed, with some room for headers. */
const lastRoom = 60 << 10;

/**
 * Whether browsers take these messages in one request when the page is closed.
 * @param {string[]} messages
 */
const isShort = messages => messages.reduce((sum, text) => sum + utf8.encode(text).length + 1, 0) <= lastRoom;

/** How many pages of a browser may have a stream. A browser opens six connections to a server; the others are for requests. */
const streamCount = 4;

/**
 * The connection of a page: one stream of server-sent events, and requests with messages. Both sides number what they send,
 * and continue where they were when a stream has broken.
 *
 * All pages of a browser share six connections to a server (HTTP/1.1). Therefore a page that is hidden has no stream, and only four
 * visible pages have one. The other pages fetch their events with short requests: visible ones every second, hidden ones every 20 s,
 * and more often after a message of their own. Pages behind a proxy that holds streams back do the same.
 * @internal
 */
export class Link {
  /** @param {string} path @param {{ fetch?: typeof fetch, silence?: number, patience?: number }} options */
  constructor(path, options) {
    /** @internal */ this.path = path.replace(/\/$/, "");
    /** @private @type {typeof fetch} */ this.fetch = options.fetch ?? ((...request) => fetch(...request));
    /**
     * After this many milliseconds without a byte the stream counts as broken. The server sends a byte every 15 s.
     * @private
     */
    this.silence = options.silence ?? 35_000;
    /**
     * How many milliseconds an answer may take to begin.
     * @private
     */
    this.patience = options.patience ?? 10_000;
    /** @private @type {string | undefined} */ this.token = undefined;
    /**
     * The number of the last received event.
     * @private
     */
    this.lastEvent = 0;
    /**
     * The number of messages that the server has accepted.
     * @private
     */
    this.taken = 0;
    /**
     * Messages that the server may not have received.
     * @private
     * @type {string[]}
     */
    this.unconfirmed = [];
    /**
     * The number of the last message in the newest request that has no answer. 0 if there is none.
     * @private
     */
    this.carried = 0;
    /**
     * Messages that the server may not have received on an earlier connection.
     * @private @type {string[]}
     */
    this.leftOver = [];
    /**
     * How many requests in a row were answered as if the server did not know this connection. After the first, a new one is made; if
     * that is refused, too, a proxy does it.
     * @private
     */
    this.refusals = 0;
    /** @private */ this.isSending = false;
    /** @private */ this.isEnded = false;
    /** @private */ this.failures = 0;
    /**
     * Whether the stream has lasted for a while. A stream that ends at once is a failure, even if it has delivered bytes.
     * @private
     */
    this.isSteady = false;
    /**
     * The maximum number of messages in the next request.
     * @private
     */
    this.most = Infinity;
    /**
     * What does not work now: the requests for events, the requests with messages, or both.
     * @private @type {Set<"events" | "messages">}
     */
    this.troubles = new Set();
    /** @private @type {(() => void)[]} */ this.removals = [];
    /**
     * Ends the stream.
     * @private
     * @type {AbortController}
     */
    this.stream = new AbortController();
    /**
     * The number of pieces that were read from streams.
     * @private
     */
    this.pieces = 0;
    /**
     * Runs while a sign of life must come from the stream.
     * @private @type {ReturnType<typeof setTimeout> | undefined}
     */
    this.sign = undefined;
    /**
     * Lets another page have a stream. `undefined` if this one has none.
     * @private @type {(() => void) | undefined}
     */
    this.release = undefined;
    /**
     * Whether the browser keeps the page in its cache for going back, where nothing runs.
     * @private
     */
    this.isFrozen = false;
    /**
     * Runs while streams are not tried, because one was held back on its way.
     * @private @type {ReturnType<typeof setTimeout> | undefined}
     */
    this.heldBack = undefined;
    /**
     * How many streams were held back since one has come through.
     * @private
     */
    this.holds = 0;
    /**
     * The number of requests for events since this side has sent its last message.
     * @private
     */
    this.polls = 0;
    /**
     * Ends the pause before the next request for events.
     * @private
     */
    this.fetchSoon = () => {};
    /**
     * Ends a pause.
     * @private
     * @type {Set<() => void>}
     */
    this.pauses = new Set();
  }

  /** @param {Client} client */
  start(client) {
    /** @private */ this.client = client;
    if (typeof addEventListener === "function" && typeof document !== "undefined") {
      /** @param {EventTarget} target @param {string} type @param {(event: any) => void} listener */
      const listen = (target, type, listener) => {
        target.addEventListener(type, listener);
        this.removals.push(() => target.removeEventListener(type, listener));
      };
      /** @param {boolean} isFrozen */
      const freeze = isFrozen => {
        this.isFrozen = isFrozen;
        if (!isFrozen) return this.hurry();
        this.giveUpStream();
        void this.sendWaiting().catch(() => {});
      };
      // The connections from before are dead, even if the browser has not noticed.
      listen(globalThis, "online", () => { this.stream.abort(); this.tryStreams(); });
      listen(document, "visibilitychange", () => {
        if (!document.hidden) this.tryStreams();
        // A page that is hidden for a moment keeps its stream.
        else setTimeout(() => { if (document.hidden) this.giveUpStream(); }, 1_000);
      });
      // A page that may be shown again keeps its session as long as the app does.
      listen(globalThis, "pagehide", event => { if (event.persisted) freeze(true); else client.leave(); });
      listen(document, "freeze", () => freeze(true));
      listen(document, "resume", () => freeze(false));
      listen(globalThis, "pageshow", () => freeze(false));
    }
    void this.run(client);
  }

  /** Called when messages wait. The messages of one turn are sent in one request. */
  wake() {
    if (this.isSending || this.isEnded || !this.client) return;
    this.isSending = true;
    queueMicrotask(() => void this.sendAll());
  }

  /**
   * Sends everything that waits, and ends the connection.
   * @param {string} [last] The last message.
   */
  end(last) {
    this.collect();
    if (last) this.unconfirmed.push(last);
    this.stop();
    if (this.token) void this.sendLast().catch(() => {});
  }

  stop() {
    this.isEnded = true;
    for (const remove of this.removals.splice(0)) remove();
    this.stream.abort();
    this.release?.();
    clearTimeout(this.heldBack);
    this.hurry();
  }

  /**
   * Returns the messages that the server may not have received, after its connection was replaced.
   * @returns {{ type: string, text: string }[]}
   */
  takeUnconfirmed() {
    const messages = this.leftOver.map(text => ({ type: JSON.parse(text).type, text }));
    this.leftOver = [];
    return messages;
  }

  /** @private */
  hurry() {
    for (const end of this.pauses) end();
  }

  /**
   * Waits before the next attempt: from 0.1 s to 5 s, depending on the number of failures.
   * @private
   */
  pause() { return this.wait(Math.min(5_000, 100 * 2 ** Math.min(this.failures++, 10)) * (0.5 + Math.random() / 2)); }

  /** @private @param {number} time @param {boolean} [isForPoll] @returns {Promise<void>} */
  wait(time, isForPoll = false) {
    return new Promise(/** @param {(value: void) => void} resolve */ resolve => {
      const end = () => { clearTimeout(timer); this.pauses.delete(end); resolve(); };
      const timer = time === Infinity ? undefined : setTimeout(end, time);
      this.pauses.add(end);
      if (isForPoll) this.fetchSoon = end;
    });
  }

  /**
   * Makes a request. It fails if its answer does not begin in time.
   * @private
   * @param {string} name @param {RequestInit} request @param {AbortController} controller Ends it.
   */
  async request(name, request, controller) {
    const size = typeof request.body === "string" ? request.body.length : 0;
    // A long message may take its time: at least 10 bytes in a millisecond.
    const timer = setTimeout(() => controller.abort(), this.patience + size / 10);
    try {
      // A redirection leads away from the app, for example to a login page.
      return await this.fetch(`${this.path}/${name}`, { method: "POST", cache: "no-store", redirect: "manual", signal: controller.signal, ...request });
    } finally {
      clearTimeout(timer);
    }
  }

  // MARK: Status

  /** @param {"events" | "messages"} what */
  worked(what) {
    this.troubles.delete(what);
    if (this.troubles.size === 0 && this.client?.isWelcome) this.client.setStatus("connected");
  }

  /** @private @param {"events" | "messages"} what @param {unknown} error */
  failed(what, error) {
    this.troubles.add(what);
    if (!this.isEnded) this.client?.setStatus("waiting", error instanceof OtherAnswer ? error.http : undefined);
  }

  // MARK: Events

  /** @private @param {Client} client */
  async run(client) {
    while (!this.isEnded) {
      while (this.isFrozen && !this.isEnded) await this.wait(Infinity);
      const isPoll = !(await this.mayStream());
      if (this.isEnded) return;
      const stream = new AbortController();
      this.stream = stream;
      try {
        const refusal = await this.listen(client, isPoll);
        if (refusal) return client.refuse(refusal);
        // Without a token, a connection must be made again. A page that is hidden would otherwise wait for its next turn.
        if (isPoll && this.token) await this.wait(Math.min(100 * 2 ** Math.min(this.polls++, 10), isHidden() ? 20_000 : 1_000), true);
      } catch (error) {
        // The connection could not be made, or is broken; or this page has given its stream up.
        if (this.isEnded) return;
        if (stream.signal.reason === "given up") continue;
        this.failed("events", error);
        await this.pause();
      }
    }
  }

  /**
   * Whether this page may have a stream now. If it may not, it fetches its events.
   * @private
   * @returns {Promise<boolean>}
   */
  async mayStream() {
    if (this.heldBack !== undefined) return false;
    if (typeof document === "undefined") return true;
    for (let number = 1; number <= streamCount && !this.release && !isHidden(); number++) await this.takeStream(number);
    if (isHidden()) this.release?.();
    return this.release !== undefined;
  }

  /**
   * Takes one of the streams of this browser, if no other page has it. The browser takes it back when the page is gone.
   * @private
   * @param {number} number @returns {Promise<void>}
   */
  takeStream(number) {
    return new Promise(resolve => {
      const take = () => new Promise(/** @param {(value: void) => void} end */ end => {
        this.release = () => { this.release = undefined; end(); };
        if (this.isEnded) this.release();
        resolve();
      });
      // Browsers have locks only for pages from this machine or over TLS. Other pages do not share.
      if (typeof navigator === "undefined" || !navigator.locks) return void take();
      navigator.locks.request(`cis stream ${number}`, { ifAvailable: true }, lock => lock ? take() : resolve())
        .catch(() => { if (!this.release) void take(); });
    });
  }

  /** @private */
  giveUpStream() {
    this.stream.abort("given up");
    this.release?.();
  }

  /** @private The page is shown, or the network has changed. */
  tryStreams() {
    clearTimeout(this.heldBack);
    this.heldBack = undefined;
    this.polls = 0;
    // A request that fetches events ends by itself.
    this.hurry();
  }

  /**
   * Reads a stream to its end, or fetches the events that wait.
   * @private
   * @param {Client} client @param {boolean} isPoll
   * @returns {Promise<number | undefined>} The status with which the server refuses this client.
   */
  async listen(client, isPoll) {
    const token = this.token;
    const stream = this.stream;
    if (!token) {
      this.leftOver.push(...this.unconfirmed);
      this.unconfirmed = [];
    }
    /** @type {Record<string, string>} */
    const headers = token ? { "Page-Token": token, "Last-Event-ID": String(this.lastEvent) } : {};
    if (isPoll) headers["Page-Wait"] = "no";
    // Not the time of day, which may be set forward.
    const [before, began] = [this.pieces, performance.now()];
    try {
      const response = await this.request("events", { headers, body: token ? undefined : JSON.stringify(client.hello()) }, stream);
      if (token && (response.status === 403 || response.status === 410)) {
        // The server was restarted, or too much time has passed: a new connection begins, perhaps with the same session.
        this.token = undefined;
        return undefined;
      }
      if (response.status === 403) return 403;
      const isOther = !token && !response.headers.get("Page-Token") || !/^text\/event-stream/.test(response.headers.get("Content-Type") ?? "");
      if (!response.ok || !response.body || isOther) throw new OtherAnswer(response);
      if (!token) {
        this.token = response.headers.get("Page-Token") ?? undefined;
        [this.lastEvent, this.taken] = [0, 0];
        this.troubles.delete("messages");
      }
      await this.read(response.body, client, stream);
      if (isPoll) this.worked("events");
      else if (this.pieces > before) this.holds = 0;
    } catch (error) {
      const isHeldBack = !isPoll && this.pieces === before && performance.now() - began >= this.patience;
      if (isHeldBack && !(error instanceof OtherAnswer) && !this.isEnded) {
        // Perhaps a proxy waits for the end of the stream. Events that are fetched come through. Streams are tried again after 30 s,
        // a minute, and so on.
        this.heldBack = setTimeout(() => this.tryStreams(), Math.min(3_600_000, 30_000 * 2 ** this.holds++));
        if (this.holds > 1) return undefined;
      }
      throw error;
    }
    // The server has ended the stream: it is being stopped, or the session has ended.
    if (!isPoll) throw new Error("ended");
    return undefined;
  }

  /** @private @param {ReadableStream<Uint8Array>} body @param {Client} client @param {AbortController} stream */
  async read(body, client, stream) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let [id, data] = ["", ""];
    /**
     * The pieces of a line that has not ended.
     * @type {string[]}
     */
    let line = [];
    let time = this.patience;
    this.isSteady = false;
    const steady = setTimeout(() => { this.isSteady = true; }, 5_000);
    try {
      for (;;) {
        timer = setTimeout(() => stream.abort(), time);
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return;
        time = this.silence;
        this.pieces++;
        clearTimeout(this.sign);
        this.sign = undefined;
        if (this.isSteady) this.failures = 0;
        if (this.troubles.has("events")) this.worked("events");
        const [end, ...lines] = decoder.decode(value, { stream: true }).split("\n");
        line.push(end);
        for (const begin of lines) {
          const text = line.join("");
          line = [begin];
          if (text.startsWith("data: ")) data += (data && "\n") + text.slice(6);
          else if (text.startsWith("id: ")) id = text.slice(4);
          else if (text === "" && data !== "") {
            // An event that arrives damaged is asked for again.
            const message = JSON.parse(data);
            [this.lastEvent, data] = [Number(id), ""];
            // An exception in the page must not end its connection.
            try { client.take(message); } catch (error) { console.error(error); }
          }
        }
      }
    } finally {
      clearTimeout(timer);
      clearTimeout(steady);
      if (this.isSteady) this.failures = 0;
      void reader.cancel().catch(() => {});
    }
  }

  // MARK: Messages

  /**
   * Sends one request at a time to keep the order. Messages that arrive meanwhile are sent with the next request.
   * @private
   */
  async sendAll() {
    try {
      while (!this.isEnded && this.fill() && await this.sendBatch()) { /* The next. */ }
    } finally {
      // Set in the same turn as the check that has found no message, so that a later message starts this again.
      this.isSending = false;
    }
  }

  /** @private @returns {Promise<boolean>} Whether to continue. */
  async sendBatch() {
    const [token, pieces, stream, before] = [this.token, this.pieces, this.stream, this.taken];
    const messages = this.batch();
    try {
      const response = await this.post(messages, false);
      // The connection may have been replaced in the meantime.
      if (this.isEnded || token !== this.token) return true;
      const taken = response.headers.get("Messages-Taken");
      if (response.status === 204 && taken !== null) {
        this.confirm(Number(taken));
        this.worked("messages");
        // An answer will come. A page that fetches its events asks for it soon.
        if (!messages.every(isAcknowledgement)) {
          this.polls = 0;
          this.fetchSoon();
        }
        if (response.headers.has("Stream-Beat")) this.expectSign(pieces, stream);
      } else if ((response.status === 403 || response.status === 409) && this.refusals++ === 0) {
        this.token = undefined;
        this.stream.abort();
        this.hurry();
        return false;
      } else if (response.status === 413) this.dropOne(messages);
      else throw new OtherAnswer(response);
    } catch (error) {
      // While the page was frozen, another request may have brought these messages.
      if (!this.isEnded && token === this.token && this.taken < before + messages.length) {
        // What has swallowed a request may have swallowed the stream.
        if (!(error instanceof OtherAnswer)) stream.abort();
        this.failed("messages", error);
        await this.pause();
      }
    }
    return true;
  }

  /**
   * The server answers each request with messages in the stream, too. If nothing comes, the stream is dead.
   * @private
   * @param {number} pieces @param {AbortController} stream
   */
  expectSign(pieces, stream) {
    if (this.sign !== undefined || this.pieces !== pieces || stream !== this.stream) return;
    this.sign = setTimeout(() => {
      this.sign = undefined;
      if (this.pieces === pieces) stream.abort();
    }, this.patience / 2);
  }

  /** @private Collects all messages that can be sent. */
  collect() {
    let message;
    while (this.token && (message = this.client?.nextMessage()) !== undefined) this.unconfirmed.push(message);
  }

  /**
   * Sends what no request carries now, because the browser may discard the page while it is frozen: up to 60 KiB, with the messages of
   * a request under way. That request ends as usual, or is repeated when the page is shown again.
   * @private
   */
  async sendWaiting() {
    const token = this.token;
    this.collect();
    const messages = this.batch(lastRoom);
    if (!token || messages.slice(Math.max(0, this.carried - this.taken)).every(isAcknowledgement)) return;
    const response = await this.post(messages, isShort(messages));
    const taken = response.headers.get("Messages-Taken");
    if (this.isEnded || token !== this.token || response.status !== 204 || taken === null) return;
    this.confirm(Number(taken));
    this.worked("messages");
  }

  /**
   * Sends the last messages, although the page may be closed. For that, browsers take 64 KiB of all requests of a page, and refuse
   * others. What is longer or was refused is sent afterwards, if the page lives that long. Ends at the second failure in a row.
   * @private
   */
  async sendLast() {
    for (let isFirst = true, failures = 0; this.unconfirmed.length > 0 && failures < 2; isFirst = false) {
      const [messages, before] = [this.batch(isFirst ? lastRoom : undefined), this.taken];
      const response = await this.post(messages, isFirst && isShort(messages)).catch(() => undefined);
      if (response?.status === 204) this.confirm(Number(response.headers.get("Messages-Taken")));
      failures = this.taken > before ? 0 : failures + 1;
    }
  }

  /**
   * Returns the messages for one request: at least one.
   * @private
   * @param {number} [room]
   */
  batch(room = this.client?.limits.message ?? 0) {
    let left = room;
    const end = this.unconfirmed.findIndex((text, index) => (left -= utf8.encode(text).length + (index && 1)) < 0 && index > 0);
    return this.unconfirmed.slice(0, Math.min(end < 0 ? Infinity : end, this.most));
  }

  /**
   * The server does not accept these messages in one request. They are sent one by one, and a single refused one is dropped.
   * @private
   * @param {string[]} messages
   */
  dropOne(messages) {
    this.most = 1;
    if (messages.length > 1) return;
    this.unconfirmed.shift();
    this.client?.dropped(messages[0]);
  }

  /** @private @param {number} taken */
  confirm(taken) {
    // An earlier request may be answered late, and browsers read headers that were cut: then a number is too small.
    if (!(taken >= this.taken)) return;
    this.unconfirmed.splice(0, taken - this.taken);
    this.taken = taken;
    this.refusals = 0;
    if (this.unconfirmed.length === 0) this.most = Infinity;
    if (this.isSteady) this.failures = 0;
  }

  /**
   * Collects the messages for one request.
   * @private
   * @returns {boolean} Whether there is something to send.
   */
  fill() {
    if (!this.token || !this.client) return false;
    if (this.unconfirmed.length > 0) return true;
    let room = this.client.limits.message;
    let message;
    // At least one message. UTF-8 needs at most three bytes for each UTF-16 unit.
    while (room > 0 && (message = this.client.nextMessage()) !== undefined) {
      this.unconfirmed.push(message);
      room -= message.length * 3 + 1;
      if (room < 64 << 10) break;
    }
    return this.unconfirmed.length > 0;
  }

  /** @private @param {string[]} messages @param {boolean} keepalive Whether the page may be closed before the response. */
  async post(messages, keepalive) {
    const request = {
      keepalive,
      headers: { "Page-Token": this.token ?? "", "Message-Number": String(this.taken + 1), "Last-Event-ID": String(this.lastEvent) },
      body: messages.join("\n"),
    };
    this.carried = this.taken + messages.length;
    try { return await this.request("messages", request, new AbortController()); } finally { this.carried = 0; }
  }
}

/**
 * Connects to an app.
 *
 * @template {Record<keyof Scenes, SceneType>} [Scenes=any]
 * @param {string} [path] The path of the server, by default on the server of the page. In Node with scheme, host and port.
 * @param {{ workers?: Workers, window?: number, name?: string, silence?: number, patience?: number, keep?: boolean | string, endsWithPage?: boolean, fetch?: typeof fetch, scenes?: SceneTypes<Scenes> }} [options]
 *   `workers`: the workers that the app may call. `window`: how many states of a scene may be unacknowledged.
 *   `silence`: after how many milliseconds without a byte the stream counts as broken (35,000). `patience`: how many milliseconds an
 *   answer may take to begin (10,000). `scenes`: the types of the scenes that this side was built for. If the app has others,
 *   `onError` gets `otherSchema` with the differences. `keep`: whether the session continues when the page is reloaded. If a page
 *   has several such clients, each needs a text of its own. `endsWithPage`: whether the app is told that the page was left (true).
 *   Otherwise it ends the session only after a while, and an app can show the same scenes in another page before that.
 * @returns {Client<Scenes>}
 */
export function connect(path = "/cis", options = {}) {
  return new Client(new Link(path, options), options);
}

// MARK: Lists

/** @type {WeakMap<Node, Map<any, Node>>} */
const nodesOfLists = new WeakMap();

/**
 * Shows a list. Each item keeps its node as long as its key stays in the list. The nodes with the focus and the selection are not
 * moved: the others are moved around them. So focus, selection, typed text, and a text that is being composed stay.
 *
 * @template T
 * @param {Element} parent The parent of the nodes. It must have no other children.
 * @param {T[]} items
 * @param {(item: T) => any} key Returns a key that identifies the item. Of items with the same key only the first one is shown, and
 *   an error is written to the console.
 * @param {(item: T) => Element} make Creates the node of a new item.
 * @param {(node: any, item: T) => void} update Shows an item in its node, which may be new.
 */
export function showList(parent, items, key, make, update) {
  const old = nodesOfLists.get(parent) ?? new Map();
  const now = new Map();
  for (const item of items) {
    const id = key(item);
    if (now.has(id)) {
      console.error("Two items of a list have the same key. Only the first one is shown:", id);
      continue;
    }
    const node = old.get(id) ?? make(item);
    now.set(id, node);
    update(node, item);
  }
  for (const [id, node] of old) if (!now.has(id)) parent.removeChild(node);
  const order = [...now.values()];
  const still = unmoved(parent, order);
  let next = parent.firstChild;
  for (const node of order) {
    if (still.has(node)) {
      // What is before it and belongs behind it, is moved out of the way.
      while (next !== node) {
        const other = /** @type {Node} */ (next);
        next = other.nextSibling;
        parent.insertBefore(other, null);
      }
    }
    if (node === next) next = /** @type {Node} */ (node).nextSibling;
    else parent.insertBefore(node, next);
  }
  nodesOfLists.set(parent, now);
}

/**
 * Returns the nodes that must stay where they are, because a node that is moved loses the focus and its selection: the node with the
 * focus, and that with the selection unless the two change their order.
 *
 * @param {Element} parent @param {Node[]} order @returns {Set<Node>}
 */
function unmoved(parent, order) {
  /** @param {Node | null | undefined} inner */
  const item = inner => order.find(node => node.parentNode === parent && inner && node.contains(inner));
  const root = /** @type {Document | ShadowRoot} */ (parent.getRootNode());
  const focused = item(root.activeElement);
  // The selection of a document ends at shadow roots, where browsers have another one.
  const selection = /** @type {any} */ (root).getSelection ? /** @type {any} */ (root).getSelection() : parent.ownerDocument.getSelection();
  const selected = item(selection?.anchorNode);
  if (!focused || !selected) return new Set([focused ?? selected ?? parent]);
  const isBehind = (focused.compareDocumentPosition(selected) & 4) !== 0;
  return new Set(isBehind === order.indexOf(focused) < order.indexOf(selected) || focused === selected ? [focused, selected] : [focused]);
}
