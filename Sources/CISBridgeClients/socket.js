// @ts-check
/**
 * Connects a program in Node (18 or newer) to an app that listens on a Unix socket (`BridgedApp.listen(at:)`). Needs `client.js`
 * beside it.
 *
 *     import { connectToSocket } from "./socket.js";
 *     const client = connectToSocket("/run/todo.socket");
 *     const todo = await client.open("todo");
 */
import { Client } from "./client.js";

/** How many messages that are no actions are sent again after a break, and how many characters of them: twice what waits in an app. */
const keptMessages = 1_024, keptCharacters = 32 << 20;

/** @typedef {import("./client.js").Workers} Workers */

/**
 * The connection of a program: one message per line in each direction. When it breaks, it is made again, and the session goes on.
 * @internal
 */
export class SocketLink {
  /** @param {string} path */
  constructor(path) {
    /** @internal */ this.path = path;
    /** @private @type {any} */ this.socket = undefined;
    /** @private */ this.isEnded = false;
    /** @private */ this.isWriting = false;
    /** @private */ this.failures = 0;
    /**
     * The newest messages that the app may not have received. It ignores those that it has: they are numbered, or do nothing twice.
     * @private @type {string[]}
     */
    this.sent = [];
    /**
     * The number of their characters.
     * @private
     */
    this.size = 0;
    /** @private @type {ReturnType<typeof setTimeout> | undefined} */ this.pause = undefined;
  }

  /** @param {Client} client */
  start(client) {
    /** @private */ this.client = client;
    void this.connect();
  }

  /** Called when messages wait. */
  wake() {
    if (this.isWriting || this.isEnded) return;
    this.isWriting = true;
    queueMicrotask(() => {
      this.isWriting = false;
      this.writeAll();
    });
  }

  /**
   * Sends everything that waits, and ends the connection.
   * @param {string} [last] The last message.
   */
  end(last) {
    const socket = this.socket;
    if (socket && this.client?.isWelcome) {
      for (let message; (message = this.client.nextMessage()) !== undefined;) socket.write(`${message}\n`);
      if (last) socket.write(`${last}\n`);
    }
    this.stop();
  }

  stop() {
    this.isEnded = true;
    clearTimeout(this.pause);
    this.socket?.end();
  }

  /**
   * Returns the messages that the app may not have received, after the connection was replaced.
   * @returns {{ type: string, text: string }[]}
   */
  takeUnconfirmed() {
    this.size = 0;
    return this.sent.splice(0).map(text => ({ type: JSON.parse(text).type, text }));
  }

  /** @private */
  async connect() {
    // Not in an import, because pages have no such module.
    const name = "node:net";
    const { createConnection } = await import(name);
    if (this.isEnded) return;
    const socket = createConnection(this.path);
    this.socket = socket;
    socket.on("connect", () => socket.write(`${JSON.stringify(this.client?.hello())}\n`));
    socket.on("data", this.splitter(text => this.take(text)));
    socket.on("drain", () => this.wake());
    socket.on("error", () => { /* It is closed. */ });
    socket.on("close", () => this.closed(socket));
  }

  /** @private @param {string} text */
  take(text) {
    let message;
    try { message = JSON.parse(text); } catch { /* It is no message. */ }
    // It is not the app that listens there.
    if (typeof message?.type !== "string") return void this.socket?.destroy();
    if (message.type === "welcome") this.failures = 0;
    // An exception in the program must not end its connection.
    try { this.client?.take(message); } catch (error) { console.error(error); }
  }

  /**
   * Returns a function that takes pieces of lines. `readline` would also end a line where a text contains U+2028.
   * @private
   * @param {(line: string) => void} take @returns {(piece: Uint8Array) => void}
   */
  splitter(take) {
    const decoder = new TextDecoder();
    /** @type {string[]} */
    let line = [];
    return piece => {
      const [end, ...lines] = decoder.decode(piece, { stream: true }).split("\n");
      line.push(end);
      for (const begin of lines) {
        const text = line.join("");
        line = [begin];
        take(text);
      }
    };
  }

  /** @private @param {any} socket */
  closed(socket) {
    if (this.isEnded || socket !== this.socket || !this.client) return;
    this.socket = undefined;
    this.client.isWelcome = false;
    this.client.setStatus("waiting");
    // From 0.1 s to 5 s, depending on the number of failures.
    const time = Math.min(5_000, 100 * 2 ** Math.min(this.failures++, 10)) * (0.5 + Math.random() / 2);
    this.pause = setTimeout(() => void this.connect(), time);
  }

  /** @private @param {string} message */
  keep(message) {
    this.sent.push(message);
    this.size += message.length;
    while (this.sent.length > keptMessages || (this.sent.length > 1 && this.size > keptCharacters)) {
      this.size -= this.sent.shift()?.length ?? 0;
    }
  }

  /** @private Writes what waits, as long as the app reads. */
  writeAll() {
    const { client, socket } = this;
    if (!client || !socket || socket.writableNeedDrain) return;
    for (let message; (message = client.nextMessage()) !== undefined;) {
      // Actions are kept by the client.
      if (!message.startsWith('{"type":"act"')) this.keep(message);
      if (!socket.write(`${message}\n`)) return;
    }
  }
}

/**
 * Connects to an app that listens on a Unix socket.
 *
 * @template {Record<keyof Scenes, import("./client.js").SceneType>} [Scenes=any]
 * @param {string} path The path of the socket.
 * @param {{ workers?: Workers, window?: number, name?: string, scenes?: import("./client.js").SceneTypes<Scenes> }} [options]
 *   As those of `connect`.
 * @returns {Client<Scenes>}
 */
export function connectToSocket(path, options = {}) {
  return new Client(/** @type {any} */ (new SocketLink(path)), options);
}
