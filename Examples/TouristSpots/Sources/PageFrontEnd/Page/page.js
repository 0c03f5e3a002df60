import { connect, showList } from "/cis/client.js";

const $ = id => document.getElementById(id);
const client = connect();
client.onStatus(status => {
  $("status").textContent = { connected: "", closed: "", connecting: "연결하는 중…", refused: "서버가 이 페이지를 거절했습니다." }[status] ?? "서버가 대답하지 않습니다. 다시 연결합니다…";
});

const spots = await client.open("touristSpots");
const send = (scene, action) => () => scene.act({ [action]: {} }).catch(() => {}); // the status shows a lost connection
$("close").onclick = send(spots, "closeTapped");
$("open").onclick = send(spots, "emptyPageTapped");
$("refresh").onclick = send(spots, "refreshPulled");
$("retry").onclick = send(spots, "retryTapped");
onkeydown = event => {
  if (event.key === "Escape" && !event.isComposing && !$("page").hidden) $("leave").click();
};

function rowNode() {
  const node = document.createElement("li");
  for (const name of ["course", "spot", "sky", "details", "forecast"]) {
    node.append(Object.assign(document.createElement(name === "spot" ? "h2" : "p"), { className: name }));
  }
  return node;
}

function showRow(node, row) {
  for (const part of node.children) part.textContent = row[part.className];
}

spots.watch(({ rows, progress, failure }) => {
  showList($("rows"), rows, row => row.id, rowNode, showRow);
  $("refresh").textContent = progress === "pulled" ? "불러오는 중…" : "새로 고침";
  $("indicator").hidden = progress !== "centred";
  // A button that disappears passes its focus on, so that the keyboard goes on from there.
  if (failure == null && document.activeElement === $("retry")) $("refresh").focus();
  $("failure").hidden = failure == null;
  $("failure-text").textContent = failure ?? "";
});

spots.onChild(page => {
  $("leave").onclick = send(page, "closeTapped");
  cover("page");
  page.onClose(() => cover(null));
});

spots.onOutput(() => {
  cover("closed");
  client.close();
});

function cover(id) {
  $("list").hidden = id !== null;
  for (const other of ["page", "closed"]) $(other).hidden = other !== id;
  (id === null ? $("open") : $(id).querySelector("button, a")).focus();
}

const appear = send(spots, "appeared");
client.onRestart(appear);
appear();
