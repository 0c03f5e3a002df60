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

const makers = { login, playerList, playerAdd, playerDetail, playerEdit, confirmPlayers, gather };

// A page that is loaded again continues its visit. If it sent `bye`, the app would end the visit.
addEventListener("pagehide", event => event.stopImmediatePropagation(), { capture: true });

const client = connect("/cis", { scenes, name: "football-gather", workers: { storage } });
client.onStatus(showStatus);
client.onError(error => {
  if (error.code === "otherSchema") showNotice("This page is older than the app.", "Reload", () => location.reload());
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
    if (error.code === "badAction" && action.linkOpened) showNotice("No screen has this address.");
    else if (!["closedScene", "closed", "sessionLost"].includes(error.code)) console.error(error);
  }
}

const toFlow = (/** @type {any} */ action) => send(flow, action);
const address = followPath(flow, {
  open: link => toFlow({ linkOpened: { _0: link } }),
  goBack: id => toFlow({ wentBack: { to: id } }),
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
  ask: asked => ask(flow.state.alert
    ? { question: flow.state.alert, cancelled: () => void toFlow({ alertDismissed: {} }) } : asked),
});
flow.watch(() => {
  render();
  address.follow();
});
flow.onClose(() => showNotice("The app goes on in another tab.", "Continue here", () => location.reload()));
// The app was stopped and started again, so it does not know this visit any more.
client.onRestart(() => {
  showNotice("The app has been started again. Please log in; you then get back to this address.");
  void address.beginAgain();
});
await address.begin();
document.body.dataset.ready = "yes";
