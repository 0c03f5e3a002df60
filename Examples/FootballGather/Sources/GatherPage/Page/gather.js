// @ts-check
import { showList } from "/cis/client.js";
import { ring } from "./alarm.js";
import { enable, h, icon, newID, say, setText, showButton } from "./dom.js";
import { alertOf, frame } from "./frame.js";
import { timePicker } from "./time-picker.js";

/** @param {any} scene @param {import("./frame.js").UI} ui @returns {import("./frame.js").Screen} */
export function gather(scene, ui) {
  const send = (/** @type {any} */ action) => ui.send(scene, action);
  const tap = (/** @type {string} */ action) => () => send({ [action]: {} });
  const { labels } = scene.state;
  const end = h("button.wide", { type: "button", onclick: tap("endTapped") }, labels.end);
  const screen = frame(ui, "gather", { foot: end });
  const time = h("div.time", { role: "timer" });
  const up = h("p.up");
  /** @type {boolean | undefined} Whether the time was up when the screen was shown last. */
  let wasUp;
  const set = h("button", { type: "button", onclick: tap("setTapped") }, labels.set);
  const action = h("button.primary", { type: "button", onclick: tap("actionTapped") });
  const buttons = h(
    "div.buttons", {}, h("button", { type: "button", onclick: tap("resetTapped") }, labels.reset), set, action);
  const picker = timePicker(labels, send, () => set.focus());
  const teams = h("div.match");
  screen.body.append(h("section.clock.card", {}, time, up, buttons, picker.element), teams);

  return {
    ...screen,
    title: state => state.title,
    asked: state => {
      if (state.end) return { question: state.end, confirmed: tap("endConfirmed"), cancelled: tap("endCancelled") };
      if (state.reset) return { question: state.reset, confirmed: tap("resetConfirmed"), cancelled: tap("resetCancelled") };
      return alertOf(ui, scene);
    },
    show: state => {
      screen.showTitle(state.title);
      setText(time, state.time);
      showButton(action, state.action);
      const isUp = state.timeIsUp != null;
      setText(up, state.timeIsUp ?? "");
      time.classList.toggle("over", isUp);
      end.classList.toggle("primary", isUp);
      // D21: not when the screen is shown for the first time.
      if (isUp && wasUp === false) {
        say(state.timeIsUp);
        ring();
      }
      wasUp = isUp;
      const both = state.scores.map((/** @type {any} */ score, /** @type {number} */ index) => ({ score, ...state.teams[index] }));
      showList(teams, both, team => team.team, team => makeTeam(team, send), showTeam);
      // There is one `Cancel` at a time.
      picker.show(state.picker, buttons);
    },
  };
}

/**
 * A team: its name, its score with two buttons, and its players.
 * @param {any} team
 * @param {(action: any) => Promise<any>} send
 */
function makeTeam({ team, title, score: { label } }, send) {
  const id = newID();
  // One after the other: each begins with the score that the one before has made.
  let adding = Promise.resolve();
  const button = (/** @type {"minus" | "plus"} */ name, /** @type {string} */ sign, /** @type {number} */ by) => h("button.round", {
    type: "button", "aria-label": `${label} ${sign}`,
    onclick: () => { adding = adding.then(() => send({ scoreChanged: { _0: team, _1: node.score.value + by } })); },
  }, icon(name));
  const value = h("output", { "aria-labelledby": id });
  const [less, more] = [button("minus", "−1", -1), button("plus", "+1", 1)];
  const players = h("ul.rows", { "aria-label": title });
  const node = h("section.side.card", {}, h("h2", { id }, label), h("div.stepper", {}, less, value, more), players);
  node.dataset.team = team;
  return Object.assign(node, { value, less, more, players, score: { value: 0 } });
}

/** @param {any} node @param {any} team */
function showTeam(node, { score, rows }) {
  node.score = score;
  setText(node.value, String(score.value));
  enable(node.less, score.value > score.minimum);
  enable(node.more, score.value < score.maximum);
  showList(node.players, rows, row => row.id, () => h("li.row", {}, h("span.name"), h("span.acronym")), (item, row) => {
    setText(item.firstChild, row.name);
    setText(item.lastChild, row.position);
  });
}
