// @ts-check
import { showList } from "/cis/client.js";
import { enable, h, icon, newID, setText, showButton } from "./dom.js";
import { connectField } from "./fields.js";
import { alertOf, frame } from "./frame.js";

/** Finds what is read as one letter, such as a flag, which consists of two. */
const letters = new Intl.Segmenter();

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function playerList(scene, ui) {
  const send = (/** @type {any} */ action) => ui.send(scene, action);
  const { labels } = scene.state;
  const mode = h("button.plain", { type: "button", onclick: () => send({ modeTapped: {} }) });
  const bottom = h("button.primary.wide", { type: "button", onclick: () => send({ bottomTapped: {} }) });
  const retry = h("button", { type: "button", onclick: () => send({ retryTapped: {} }) }, labels.retry);
  const search = h("input", { type: "search", id: newID(), placeholder: labels.search, autocomplete: "off", enterKeyHint: "search" });
  const reloadCaption = h("span.only-wide");
  const reload = h("button.plain.tool", { type: "button", onclick: () => send({ retryTapped: {} }) }, icon("reload"), reloadCaption);
  // The bins are shown on demand, so that no row offers first of all to delete its player.
  const edit = h("button.plain.tool", { type: "button" });
  const tools = h("div.tools", {}, h("label.only-read", { for: search.id }, labels.search), search, reload, edit);
  const nobody = h("p.nobody", { role: "status" });
  let isEditing = false;
  const rows = h("ul.rows.card");
  const emptyText = h("p");
  const empty = h("div.empty", {}, h("img", { src: "ball.svg", alt: "" }), emptyText, retry);
  const screen = frame(ui, "playerList", { action: mode, foot: bottom });
  screen.body.append(h("div.progress", { "aria-hidden": "true" }), tools, rows, nobody, empty);

  const showSearch = connectField(
    search, text => send({ edited: { _0: { name: "text", value: text } } }), () => scene.state.search);
  edit.onclick = () => {
    isEditing = !isEditing;
    show(scene.state);
  };

  const makeRow = (/** @type {any} */ row) => {
    const open = h(
      "button.row", { type: "button", onclick: () => send({ rowTapped: { _0: row.id } }) }, h("span.face", { "aria-hidden": "true" }, h("span"), icon("check")),
      h("span.texts", {}, h("span.name"), h("span.facts", {}, h("span"), h("span"))));
    const remove = h(
      "button.remove", { type: "button", onclick: () => send({ deleteTapped: { _0: row.id } }) }, icon("trash"));
    const node = h("li", {}, open, remove);
    return Object.assign(node, { open, bin: remove });
  };
  const showRow = (/** @type {any} */ node, /** @type {any} */ row) => {
    const [position, skill] = node.querySelector(".facts").children;
    setText(node.querySelector(".face span"), letters.segment(row.name).containing(0)?.segment ?? "");
    setText(node.querySelector(".name"), row.name);
    setText(position, row.position);
    setText(skill, row.skill);
    const isChoice = row.isTicked != null;
    node.classList.toggle("choice", isChoice);
    node.bin.setAttribute("aria-label", `${labels.delete}: ${row.name}`);
    if (isChoice) {
      node.open.setAttribute("role", "checkbox");
      node.open.setAttribute("aria-checked", String(row.isTicked));
    } else {
      node.open.removeAttribute("role");
      node.open.removeAttribute("aria-checked");
    }
  };
  const show = (/** @type {any} */ state) => {
    if (state.mode !== "list" || state.emptyText != null) isEditing = false;
    screen.showTitle(state.title);
    showButton(mode, state.modeButton);
    showButton(bottom, state.bottomButton);
    setText(reloadCaption, state.reloadButton.caption);
    reload.setAttribute("aria-label", state.reloadButton.caption);
    enable(reload, state.reloadButton.isEnabled);
    tools.hidden = state.emptyText != null || (state.rows.length === 0 && state.nobodyFound == null);
    edit.hidden = state.mode !== "list";
    setText(edit, isEditing ? labels.done : labels.edit);
    rows.classList.toggle("editing", isEditing);
    showSearch();
    showList(rows, state.rows, row => row.id, makeRow, showRow);
    rows.hidden = state.rows.length === 0;
    rows.setAttribute("aria-busy", String(!state.acceptsInput));
    screen.element.classList.toggle("busy", !state.acceptsInput);
    setText(nobody, state.nobodyFound ?? "");
    empty.hidden = state.emptyText == null;
    setText(emptyText, state.emptyText ?? "");
  };
  return {
    ...screen,
    title: state => state.title,
    appeared: () => void send({ appeared: {} }),
    asked: state => state.deletion
      ? { question: state.deletion, confirmed: () => void send({ deleteConfirmed: {} }), cancelled: () => void send({ deleteCancelled: {} }) }
      : alertOf(ui, scene),
    show,
  };
}
