import { connect, showList } from "/cis/client.js";
import { scenes } from "./scenes.js";

/** @param {string} id @returns {any} */
const $ = id => document.getElementById(id);

/** Shows a dialog, and waits for the button. @param {HTMLDialogElement} dialog @param {AbortSignal} [signal] */
const ask = (dialog, signal) => new Promise(resolve => {
  dialog.returnValue = "";
  signal?.addEventListener("abort", () => dialog.close());
  dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  dialog.showModal();
});

const client = connect("/cis", {
  scenes,
  workers: {
    dialog: {
      async confirm(question, { signal }) {
        $("question-text").textContent = question;
        return await ask($("question"), signal) === "yes";
      },
    },
  },
});

client.onStatus(status => {
  document.body.dataset.status = status;
  $("status").textContent = { connected: "", connecting: "Connecting…", waiting: "The server does not answer. Trying again…" }[status] ?? status;
});

// A page from the cache of a browser may be older than the app.
client.onError(error => { document.body.dataset.error = [error.code, ...error.differences.map(difference => difference.at)].join(" "); });

const todo = await client.open("todo");

function itemNode() {
  const node = document.createElement("li");
  const label = document.createElement("label");
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  const edit = Object.assign(document.createElement("button"), { textContent: "Edit" });
  label.append(box, " ", document.createElement("span"));
  node.append(label, edit);
  box.onchange = () => todo.act({ toggle: { id: node.item.id } });
  edit.onclick = () => todo.act({ edit: { id: node.item.id } });
  return node;
}

function showItem(node, item) {
  if (node.item === item) return;  // parts of a state that have not changed are the same objects
  node.item = item;
  node.className = item.isDone ? "done" : "";
  node.querySelector("input").checked = item.isDone;
  node.querySelector("span").textContent = item.title;
  node.querySelector("button").setAttribute("aria-label", `Edit ${item.title}`);
}

todo.watch(state => {
  showList($("items"), state.items, item => item.id, itemNode, showItem);
  $("remove-done").disabled = state.isAsking || !state.items.some(item => item.isDone);
  document.body.dataset.items = state.items.length;
});

// The field is cleared only when the app has received the text.
$("new").onsubmit = async event => {
  event.preventDefault();
  const field = $("title");
  const title = field.value;
  try {
    await todo.act({ add: { title } });
    if (field.value === title) field.value = "";
    $("said").textContent = "";
  } catch (error) {
    $("said").textContent = error.wasSent
      ? "It is not known whether the item was added: look at the list." : "The item was not added. Add it again.";
  }
};

$("remove-done").onclick = async () => {
  document.body.dataset.removing = "yes";
  const done = await todo.act({ removeDone: {} }).catch(error => ({ end: error.code }));
  document.body.dataset.removing = done.end;
};

todo.onChild(editor => {
  const field = $("edited");
  field.value = editor.state.item.title;
  field.oninput = () => editor.act({ type: { _0: field.value } });
  document.body.dataset.editing = "yes";
  editor.onClose(() => {
    $("editor").close();
    document.body.dataset.editing = "no";
  });
  void ask($("editor")).then(answer => { if (!editor.isClosed) editor.act(answer === "save" ? { save: {} } : { leave: {} }); });
});

// For the tests, and for experiments in the console.
Object.assign(globalThis, { client, todo });
document.body.dataset.ready = "yes";
