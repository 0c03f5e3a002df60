// @ts-check
import { connect } from "/cis/client.js";
import { followPath } from "./address.js";
import { confirmPlayers } from "./confirm-players.js";
import { ask } from "./dialog.js";
import { gather } from "./gather.js";
import { login } from "./login.js";
import { playerAdd } from "./player-add.js";
import { playerDetail } from "./player-detail.js";
import { playerEdit } from "./player-edit.js";
import { playerList } from "./player-list.js";
import { scenes } from "./scenes.js";
import { stage } from "./stage.js";
import { showNotice, showStatus } from "./status.js";
import { storage, visitKey } from "./visit.js";
import { wording } from "./wording.js";

const makers = { login, playerList, playerAdd, playerDetail, playerEdit, confirmPlayers, gather };

// A page that is loaded again, or another tab, continues the visit in a session of its own, and loads what the server has. So the
// session does not end with the page. The option `keep` would continue the session, and with it the screens as they are.
const client = connect("/cis", { scenes, name: "football-gather", workers: { storage }, endsWithPage: false });
client.onStatus(showStatus);
client.onError(error => {
  if (error.code === "otherSchema") showNotice(wording.isOlder, wording.reload, () => location.reload());
  else console.error(error);
});

const flow = await client.open("footballGather", { visit: visitKey() });

/**
 * Sends an action. While the app cannot be reached, the action waits.
 *
 * @param {any} scene @param {any} action
 */
async function send(scene, action) {
  try {
    return await scene.act(action);
  } catch (problem) {
    const error = /** @type {import("/cis/client.js").BridgeError} */ (problem);
    if (error.code === "badAction" && action.linkOpened) refuse();
    else if (!["closedScene", "closed", "sessionLost"].includes(error.code)) console.error(error);
  }
}

/** Removes the notice about a wrong address. */
let forgive = () => {};
const refuse = () => { forgive = showNotice(wording.noScreen); };

const toFlow = (/** @type {any} */ action) => send(flow, action);
const address = followPath(flow, {
  open: link => {
    forgive();
    return toFlow({ linkOpened: { _0: link } });
  },
  refuse,
  goBack: async id => {
    const top = flow.state.path.at(-1)?.id;
    // The screens below a login stay as they are. Its own button leaves them.
    if (flow.state.asksToLogIn || id === top) return;
    // A selection ends first, because below it is the login.
    const list = [...flow.children].find(({ place, state }) => place?.id === top && state.mode === "selection");
    await (list ? send(list, { modeTapped: {} }) : toFlow({ wentBack: { to: id } }));
  },
});
const ui = {
  send,
  goBack() {
    const { path, asksToLogIn } = flow.state;
    if (asksToLogIn) return void toFlow({ loginDeclined: {} });
    const below = path.at(-2);
    if (below) void toFlow({ wentBack: { to: below.id } });
  },
};

const { render } = stage(flow, {
  make: scene => makers[/** @type {keyof typeof makers} */ (scene.name)]?.(scene, ui),
  // Once the visit goes on elsewhere, nobody could answer a question, and it would cover the notice that leads back.
  ask: asked => ask(flow.isClosed ? undefined : questionOfFlow() ?? asked),
});

/** A question or an alert that concerns no single screen. */
function questionOfFlow() {
  const { leaving, alert } = flow.state;
  const tap = (/** @type {string} */ action) => () => void toFlow({ [action]: {} });
  if (leaving) return { question: leaving, confirmed: tap("leaveConfirmed"), cancelled: tap("leaveCancelled") };
  return alert ? { question: alert, cancelled: tap("alertDismissed") } : undefined;
}

let shownID = flow.state.path.at(-1)?.id;
flow.watch((/** @type {any} */ { path }) => {
  if (path.at(-1)?.id !== shownID) forgive();
  shownID = path.at(-1)?.id;
  render();
  address.follow();
});
flow.onClose(() => {
  render();
  showNotice(wording.isElsewhere, wording.continueHere, () => location.reload());
});
// The app was stopped and started again, so it does not know this visit any more.
client.onRestart(() => {
  showNotice(wording.hasRestarted);
  void address.beginAgain();
});
await address.begin();
document.body.dataset.ready = "yes";
